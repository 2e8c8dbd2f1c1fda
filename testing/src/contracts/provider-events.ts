import { type Instant, instant } from "@backlot/domain";
import type { ProviderEvent, ProviderEvents, Refunds } from "@backlot/ports";
import { type Cents, cents } from "@backlot/domain";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect } from "vitest";
import { until } from "../guard.ts";
import { type Skips, contractCases } from "./contract-case.ts";

/** An event as the provider delivers it. */
export interface Delivered {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A payment that can be refunded. */
interface Refundable {
  /** The reference that a refund of the payment uses. */
  readonly reference: string;
  readonly amount: Cents;
}

/** A payment that its bank disputes, by an amount in cents, and the dispute's id. */
export interface DisputedPayment {
  readonly payment: string;
  readonly amount: Cents;
  readonly id: string;
}

/** A provider with payments, and the events that it delivers. */
export interface EventsRig {
  readonly events: ProviderEvents;
  readonly refunds: Refunds;
  readonly down: { readonly events: ProviderEvents; readonly refunds: Refunds };
  /**
   * Subscribes a new buyer. Returns the order, the provider's references of the subscription and its first payment, and
   * the amount of that payment in cents.
   */
  readonly subscribe: () => Promise<{
    readonly order_id: string;
    readonly reference: string;
    readonly payment: string;
    readonly amount: Cents;
  }>;
  /** Makes a one-time payment. */
  readonly pay: () => Promise<Refundable>;
  /** Refunds an amount of a payment on the provider's own pages, in cents; by default, everything that is left. */
  readonly refundThere: (payment: string, amount?: number) => Promise<void>;
  /** Opens and closes disputes as the bank does; null if the suite can't. */
  readonly disputes: {
    /** Makes a payment and has its bank dispute it. */
    readonly open: (of: "plan" | "one-time") => Promise<DisputedPayment>;
    readonly close: (dispute: string, outcome: "won" | "lost") => Promise<void>;
  } | null;
  /** When the suite started. Earlier events are not its own. */
  readonly since: Instant;
  /** Returns all events since the suite started, oldest first, with signed headers. */
  readonly delivered: () => Promise<readonly Delivered[]>;
  /** The name of the signature header. */
  readonly signatureHeader: string;
}

/** Declares the tests that every ProviderEvents and Refunds adapter must pass. */
export const providerEventsContract = (name: string, on: () => EventsRig, skips: Skips = {}): void => {
  describe(`the events and refunds of ${name}`, () => {
    const run = Effect.runPromise;
    const test = contractCases(skips);

    test(
      "CHK-07 an event is read as it came, and none that was changed or not signed",
      ["approval", "signed-events"],
      async () => {
        const { events, subscribe, delivered, signatureHeader, since } = on();
        const { order_id, reference } = await subscribe();
        const idsOf = (all: readonly ProviderEvent[]) =>
          all.filter((event) => event.subscription_id === reference).map((event) => event.event_id);
        // A provider may list an event with a delay.
        const all = await until(async () => {
          const sent = await delivered();
          const read = await Promise.all(sent.map((each) => run(events.verifyWebhook(each.body, each.headers))));
          expect(idsOf(read).length).toBeGreaterThan(1);
          expect(read.some((event) => event.order_id === order_id)).toBe(true);
          expect(idsOf(await run(events.listEvents(since)))).toEqual(idsOf(read));
          return sent;
        });
        const [first] = all;
        if (first === undefined) throw new Error("nothing was delivered");
        const { [signatureHeader]: _, ...unsigned } = first.headers;
        for (const forged of [
          events.verifyWebhook(`${first.body} `, first.headers),
          events.verifyWebhook(first.body, unsigned),
          events.verifyWebhook("{", first.headers),
        ]) {
          const answer = await run(Effect.result(forged));
          expect(Result.isFailure(answer) && answer.failure._tag).toBe("InvalidWebhookSignature");
        }
      },
    );

    test("ORD-06 reports how much of a payment was refunded, no matter who refunded it", ["approval"], async () => {
      const { events, subscribe, pay, refundThere, since } = on();
      for (const { reference, amount } of [
        await subscribe().then((each) => ({ ...each, reference: each.payment })),
        await pay(),
      ]) {
        await refundThere(reference, 1_000);
        await refundThere(reference);
        const about = await until(async () => {
          const refunds = (await run(events.listEvents(since))).filter((event) => event.refund_id !== null);
          const [last] = refunds.slice(-1);
          if (last === undefined) throw new Error("no event of a refund was sent");
          expect(await run(events.retrieveRefund(last))).toMatchObject({ payment_id: reference, refunded: amount });
          return last;
        });
        expect(await run(events.retrieveRefund({ ...about, refund_id: null }))).toBeNull();
      }
    });

    test("ORD-06 says how a dispute of a payment stands, and what it took", ["approval", "disputes"], async () => {
      const { events, disputes, since } = on();
      if (disputes === null) throw new Error("the driver opens no disputes");
      for (const [of, outcome] of [
        ["plan", "won"],
        ["one-time", "lost"],
      ] as const) {
        const { id, payment, amount } = await disputes.open(of);
        const about = await until(async () => {
          const sent = (await run(events.listEvents(since))).find((event) => event.dispute_id === id);
          if (sent === undefined) throw new Error("no event of a dispute was sent");
          return sent;
        });
        const open = { dispute_id: id, payment_id: payment, amount, status: "open", closed_at: null };
        expect(await run(events.retrieveDispute(about))).toMatchObject(open);
        await disputes.close(id, outcome);
        // An event is only a hint: the result is the dispute's current state, even from the event of its opening.
        const closed = { dispute_id: id, payment_id: payment, amount, status: outcome };
        await until(async () => expect(await run(events.retrieveDispute(about))).toMatchObject(closed));
        expect(await run(events.retrieveDispute({ ...about, dispute_id: null }))).toBeNull();
      }
    });

    test(
      "ORD-06 a refund that the store makes is made once, however often it is asked; too much is refused for good",
      ["approval"],
      async () => {
        const { refunds, pay } = on();
        const { reference, amount } = await pay();
        const request = { id: crypto.randomUUID(), payment_reference: reference, amount: cents(1_000) };
        const made = [];
        for (let times = 0; times < 3; times += 1) made.push(await run(refunds.refund(request)));
        expect(made[0]).toMatchObject({ _tag: "Refunded", provider_reference: expect.any(String) });
        for (const each of made) expect(each).toEqual(made[0]);
        const rest = { id: crypto.randomUUID(), payment_reference: reference, amount: cents(amount - 1_000) };
        expect((await run(refunds.refund(rest)))._tag).toBe("Refunded");
        expect((await run(refunds.refund({ ...rest, id: crypto.randomUUID() })))._tag).toBe("Refused");
      },
    );

    test("a provider that does not answer is unavailable", [], async () => {
      const { down } = on();
      const request = { id: "r", payment_reference: "x", amount: cents(100) };
      for (const asked of [down.events.listEvents(instant(0)), down.refunds.refund(request)]) {
        const answer = await run(Effect.result(asked as Effect.Effect<unknown, { readonly _tag: string }>));
        expect(Result.isFailure(answer) && answer.failure._tag).toBe("PaymentProviderUnavailable");
      }
    });
  });
};
