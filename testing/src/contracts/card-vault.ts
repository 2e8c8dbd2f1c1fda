import { cents } from "@backlot/domain";
import type { CardVault } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect } from "vitest";
import { type Skips, contractCases } from "./contract-case.ts";

/** What a buyer's browser does at the provider. No adapter does this. */
export interface Buyer {
  /** Confirms a setup intent with a test payment method. Returns the message of a decline, or null. */
  readonly confirmSetup: (
    setup: { readonly id: string; readonly client_secret: string },
    testCard: string,
  ) => Promise<string | null>;
}

/** The provider's test payment methods by behavior. */
export interface TestCards {
  readonly pays: { readonly id: string; readonly last4: string };
  readonly refusedAtSetup: string;
}

/** Declares the tests that every CardVault adapter must pass. */
export const cardVaultContract = (
  name: string,
  on: () => { readonly cards: CardVault; readonly buyer: Buyer },
  testCards: TestCards,
  skips: Skips = {},
): void => {
  describe(`the card vault of ${name}`, () => {
    const run = Effect.runPromise;
    const test = contractCases(skips);
    const customerOf = (cards: CardVault): Promise<string> => {
      const account_id = crypto.randomUUID();
      return run(cards.createCustomer({ account_id, email: `${account_id}@example.com`, name: "Ada Lens" }));
    };
    const savedCard = async (card: string) => {
      const { cards, buyer } = on();
      const customer_id = await customerOf(cards);
      const setup = await run(cards.createSetupIntent(customer_id, null));
      const refusal = await buyer.confirmSetup(setup, card);
      const after = await run(cards.setupIntent(setup.id));
      return { cards, buyer, customer_id, setup, refusal, after };
    };
    test("CHK-03 creates one customer per account, even if asked twice", [], async () => {
      const { cards } = on();
      const account = { account_id: crypto.randomUUID(), email: "a@b.co", name: "Ada" };
      const made = await Promise.all([1, 2, 3].map(() => run(cards.createCustomer(account))));
      expect(new Set(made).size).toBe(1);
      expect((await run(cards.customer(made[0] ?? ""))).balance).toBe(0);
    });

    test("CHK-03 CHK-05 keeps a card that was confirmed, and forgets it when asked", [], async () => {
      const { cards, customer_id, after } = await savedCard(testCards.pays.id);
      expect(after).toMatchObject({ status: "succeeded", customer_id });
      const [card] = await run(cards.cards(customer_id));
      expect(card).toMatchObject({ id: after?.payment_method_id, card: { last4: testCards.pays.last4 } });
      expect((await run(cards.customer(customer_id))).default_payment_method).toBeNull();
      await run(cards.makeDefaultCard(customer_id, card?.id ?? ""));
      expect((await run(cards.customer(customer_id))).default_payment_method).toBe(card?.id);
      await run(cards.detachCard(card?.id ?? ""));
      await run(cards.detachCard(card?.id ?? ""));
      expect(await run(cards.cards(customer_id))).toEqual([]);
      expect(await run(cards.setupIntent("seti_nobody"))).toBeNull();
    });

    test("CLI-02 finds charges by the last four digits of a card", [], async () => {
      const { cards, customer_id } = await savedCard(testCards.pays.id);
      const before = await run(cards.chargesTo(testCards.pays.last4));
      expect(before.every((charge) => charge.customer_id !== customer_id)).toBe(true);
      expect(await run(cards.chargesTo("0001"))).toEqual([]);
    });

    test("CHK-03 a refused card is not kept", [], async () => {
      const { cards, customer_id, refusal, after } = await savedCard(testCards.refusedAtSetup);
      expect(refusal).not.toBeNull();
      expect(after?.status).not.toBe("succeeded");
      expect(await run(cards.cards(customer_id))).toEqual([]);
    });

    test("CHK-03 CHK-06 says whether a set-up card can be charged, and what its customer has in hand", [], async () => {
      const { cards, customer_id, setup, after } = await savedCard(testCards.pays.id);
      expect(after).toMatchObject({ is_chargeable: true, customer_balance: 0 });
      const adjustment = { id: crypto.randomUUID(), customer_id, cents: cents(-250), reason: "A refund" };
      for (let times = 0; times < 2; times += 1) await run(cards.adjustBalance(adjustment));
      expect((await run(cards.setupIntent(setup.id)))?.customer_balance).toBe(-250);
      expect((await run(cards.customer(customer_id))).balance).toBe(-250);
      await run(cards.detachCard(after?.payment_method_id ?? ""));
      expect(await run(cards.setupIntent(setup.id))).toMatchObject({ is_chargeable: false });
    });
  });
};
