import { expireSubscriptions, runDueJobs } from "@backlot/application";
import { cents, epochMs, instant, instantOf } from "@backlot/domain";
import { checkupsOf } from "@backlot/testing/checkup";
import { scenarioDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { chargesAt } from "@backlot/testing/sandbox";
import { useFreshStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const RENEWING = "Your plan is renewing right now. Try again in about an hour.";

describe.each(scenarioDatabases)("the hour before a renewal is charged, on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const subscriber = subscribersOf(suite);
  type Subscriber = Awaited<ReturnType<typeof subscriber>>;

  const later = async (of: Subscriber, ms: number): Promise<void> => {
    await of.time({ to: instant(epochMs(suite.store.clock.now()) + ms) });
    await of.deliverWebhooks();
  };
  /** Advances to the first minute of the next period: the provider has begun it, and will charge it within the hour. */
  const toDraft = async (of: Subscriber): Promise<void> => {
    const { current_period_end } = (await of.me()).subscription;
    await of.time({ to: instant(epochMs(instantOf(current_period_end)) + MINUTE) });
    await of.deliverWebhooks();
  };
  /** Lets the hour of the draft pass, with the store's jobs and webhooks. */
  const passHour = async (of: Subscriber): Promise<void> => {
    await later(of, HOUR);
    await runIn(suite.store.ports, runDueJobs);
    await runIn(suite.store.ports, expireSubscriptions);
    await of.deliverWebhooks();
  };
  const charged = async (of: Subscriber) =>
    (await chargesAt(suite.sandbox.url, of.customer))
      .filter(({ status }) => status === "succeeded")
      .map(({ amount }) => amount)
      .reverse();
  const requireNoFaults = async (of: Subscriber) => expect(await checkupsOf(suite.store).faultsOf(of.id)).toEqual([]);

  /** Each order of events: the customer acts while the renewal is a draft, or after it is charged. */
  const ORDERS = [
    { acts: "before the charge", isDraft: true },
    { acts: "after the charge", isDraft: false },
  ];
  /** Starts a plan, and goes to its next period, before or after the charge. */
  const renewing = async (isDraft: boolean, of: Subscriber): Promise<void> => {
    await toDraft(of);
    expect(await charged(of)).toHaveLength(1);
    if (!isDraft) await passHour(of);
  };

  it("CHK-07 a renewal is charged an hour after its period begins, and the plan runs meanwhile", async () => {
    const ada = await subscriber(130);
    await renewing(true, ada);
    expect((await ada.me()).subscription).toMatchObject({ active: true, status: "active", plan_variant: { id: 130 } });
    await passHour(ada);
    expect(await charged(ada)).toEqual([4_900, 4_900]);
    await requireNoFaults(ada);
  });

  it.each(ORDERS)("CHG-05 a cancellation $acts is never charged for again", async ({ isDraft }) => {
    const ada = await subscriber(130);
    await renewing(isDraft, ada);
    expect((await ada.client.post("/api/subscriptions/cancel", {})).status).toBe(200);
    await passHour(ada);
    expect(await charged(ada)).toEqual(isDraft ? [4_900] : [4_900, 4_900]);
    // The paid period was over before the charge, and has just begun after it.
    expect((await ada.me()).subscription?.cancel_at_period_end ?? null).toBe(isDraft ? null : true);
    await ada.time({ months: 2 });
    await ada.deliverWebhooks();
    await runIn(suite.store.ports, expireSubscriptions);
    expect((await ada.me()).subscription).toBeNull();
    expect(await charged(ada)).toHaveLength(isDraft ? 1 : 2);
    await requireNoFaults(ada);
  });

  it("CHG-05 a cancellation before the charge uses no account credit, even if it covers the renewal", async () => {
    const ada = await subscriber(130);
    const { cards } = suite.store.ports;
    const given = { id: crypto.randomUUID(), customer_id: ada.customer, cents: cents(-9_000), reason: "a trial" };
    await Effect.runPromise(cards.adjustBalance(given));
    await renewing(true, ada);
    expect((await ada.client.post("/api/subscriptions/cancel", {})).status).toBe(200);
    await passHour(ada);
    expect((await Effect.runPromise(cards.customer(ada.customer))).balance).toBe(-9_000);
    expect((await ada.me()).subscription).toBeNull();
    await requireNoFaults(ada);
  });

  it.each(ORDERS)("CHG-02 CHG-03 a downgrade $acts is refused only while the plan renews", async ({ isDraft }) => {
    const ada = await subscriber(131);
    await renewing(isDraft, ada);
    const answer = await ada.change(128);
    if (isDraft) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { reason: "period_ends_soon", message: RENEWING } },
      });
      await passHour(ada);
      expect((await ada.me()).subscription).toMatchObject({ scheduled_plan_variant: null, next_payment_amount: 9_900 });
    } else expect((await ada.me()).subscription.scheduled_plan_variant).toMatchObject({ id: 128 });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await charged(ada)).toEqual([9_900, 9_900, isDraft ? 9_900 : 1_900]);
    await requireNoFaults(ada);
  });

  it.each(ORDERS)("CHG-02 an upgrade $acts is refused only while the plan renews", async ({ isDraft }) => {
    const ada = await subscriber(130);
    await renewing(isDraft, ada);
    const answer = await ada.change(131);
    expect(answer.status).toBe(isDraft ? 409 : 200);
    if (isDraft) expect(answer.body.error.message).toBe(RENEWING);
    await passHour(ada);
    expect(await charged(ada)).toEqual(isDraft ? [4_900, 4_900] : [4_900, 4_900, expect.any(Number)]);
    await requireNoFaults(ada);
  });

  it.each(ORDERS)("CHG-08 a scheduled downgrade is not undone $acts", async ({ isDraft }) => {
    const ada = await subscriber(131);
    await ada.change(128);
    await renewing(isDraft, ada);
    const undone = await ada.client.post("/api/subscriptions/resume", {});
    expect(undone.status).toBe(isDraft ? 409 : 200);
    if (isDraft) expect(undone.body.error).toMatchObject({ reason: "period_ends_soon", message: RENEWING });
    await passHour(ada);
    expect((await ada.me()).subscription).toMatchObject({ plan_variant: { id: 128 }, next_payment_amount: 1_900 });
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await charged(ada)).toEqual([9_900, 1_900, 1_900]);
    await requireNoFaults(ada);
  });

  it.each(ORDERS)(
    "CHG-08 a renewal whose webhook is late doesn't keep a plan from being changed, $acts",
    async (each) => {
      const ada = await subscriber(131);
      await toDraft(ada);
      // The charge is made, but no event of it arrives.
      if (!each.isDraft) await ada.time({ to: instant(epochMs(suite.store.clock.now()) + HOUR) });
      expect((await ada.change(128)).status).toBe(each.isDraft ? 409 : 200);
    },
  );

  it.each(ORDERS)("DSC-06 account credit $acts lowers the next charge", async ({ isDraft }) => {
    const ada = await subscriber(130);
    await renewing(isDraft, ada);
    const given = { id: crypto.randomUUID(), customer_id: ada.customer, cents: cents(-1_000), reason: "a trial" };
    await Effect.runPromise(suite.store.ports.cards.adjustBalance(given));
    await passHour(ada);
    await ada.time({ months: 1 });
    await ada.deliverWebhooks();
    expect(await charged(ada)).toEqual(isDraft ? [4_900, 3_900, 4_900] : [4_900, 4_900, 3_900]);
    await requireNoFaults(ada);
  });

  it.each(ORDERS)("CHK-05 a card that is made the default $acts pays from then on", async ({ isDraft }) => {
    const ada = await subscriber(130);
    await ada.setup("5555555555554444");
    await renewing(isDraft, ada);
    const cards = (await ada.client.post("/api/cards", {})).body.data as readonly {
      readonly id: string;
      readonly card: { readonly last4: string };
    }[];
    const payment_method_id = cards.find(({ card }) => card.last4 === "4444")?.id;
    expect((await ada.client.post("/api/default_payment_method", { payment_method_id })).status).toBe(200);
    await passHour(ada);
    await ada.time({ months: 1 });
    const paidBy = (await chargesAt(suite.sandbox.url, ada.customer)).map(
      ({ payment_method_details }) => payment_method_details?.card?.last4,
    );
    expect(paidBy.reverse()).toEqual(["4242", isDraft ? "4444" : "4242", "4444"]);
  });

  it.each(ORDERS)(
    "ORD-06 a refund of the last period $acts ends the plan without another charge",
    async ({ isDraft }) => {
      const ada = await subscriber(130);
      await renewing(isDraft, ada);
      const payment = (await ada.ledgerSnapshot()).payments.at(-1);
      expect(await ada.refund(payment ?? { provider_reference: null })).toBe(200);
      await ada.deliverWebhooks();
      await runIn(suite.store.ports, runDueJobs);
      await passHour(ada);
      expect((await ada.me()).subscription).toBeNull();
      expect(await charged(ada)).toHaveLength(isDraft ? 1 : 2);
      await requireNoFaults(ada);
    },
  );

  it("ACC-07 an account that is deleted before the charge isn't charged", async () => {
    const ada = await subscriber(130);
    await renewing(true, ada);
    const deletion = { password: "correct horse", forfeit_credits: 20 };
    expect((await ada.client.post("/api/users/deletion", deletion)).status).toBe(204);
    await passHour(ada);
    expect(await charged(ada)).toEqual([4_900]);
  });

  it("CHK-07 a card that declines the charge makes the plan overdue, and another one pays it", async () => {
    const ada = await subscriber(130);
    await ada.expireCards();
    await renewing(true, ada);
    expect((await ada.me()).subscription.status).toBe("active");
    await passHour(ada);
    expect((await ada.me()).subscription.status).toBe("past_due");
    const setup_intent_id = await ada.setup();
    expect((await ada.client.post("/api/subscriptions/pay_overdue", { setup_intent_id })).status).toBe(200);
    expect(await charged(ada)).toEqual([4_900, 4_900]);
    await requireNoFaults(ada);
  });
});
