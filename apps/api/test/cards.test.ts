import { TestClient } from "@backlot/testing/client";
import type { SavedCard } from "@backlot/ports";
import { scenarioDatabases } from "@backlot/testing/databases";
import { chargesAt } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { describe, expect, it } from "vitest";

const ROUNDS = 8;

describe.each(scenarioDatabases)("saved cards on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);

  it("CHK-05 cards forgotten at once never leave a running plan without one", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ada = new TestClient(suite.store.app);
      await ada.signUp();
      const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
      expect((await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id })).status).toBe(200);
      await ada.saveCard(suite.sandbox.url, "5555555555554444");
      const cards = (await ada.post("/api/cards", {})).body.data as { id: string }[];
      expect(cards).toHaveLength(2);
      const answers = await Promise.all(
        cards.map((card) => ada.post("/api/delete_payment_method", { payment_method_id: card.id })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const left = (await ada.post("/api/cards", {})).body.data;
      expect(left).toMatchObject([{ pays_plan: true }]);
    }
  });

  it("CHK-05 the customer's details are the account's own, and nobody else's", async () => {
    const [ada, eve] = [await subscriber(130), await subscriber(130)];
    const [card] = (await ada.client.post("/api/cards", {})).body.data as readonly SavedCard[];
    await ada.client.post("/api/default_payment_method", { payment_method_id: card?.id });
    const asked = (by: typeof ada, customer_id: string) =>
      by.client.post("/api/retrieve_stripe_customer_details", { customer_id });
    expect((await asked(ada, ada.customer)).body.data).toEqual({
      id: ada.customer,
      default_payment_method: card?.id,
      account_credit: 0,
    });
    expect((await asked(eve, ada.customer)).status).toBe(403);
  });

  it("CHK-05 the default card pays the running plan from then on, and each renewal", async () => {
    const ada = await subscriber(130);
    await ada.setup("5555555555554444");
    const cards = async () => (await ada.client.post("/api/cards", {})).body.data as readonly SavedCard[];
    const named = async (last4: string) => (await cards()).find((each) => each.card.last4 === last4)?.id;
    const made = await ada.client.post("/api/default_payment_method", { payment_method_id: await named("4444") });
    const moved = [
      { card: { last4: "4242" }, is_default: false, pays_plan: false },
      { card: { last4: "4444" }, is_default: true, pays_plan: true },
    ];
    const inOrder = (list: readonly SavedCard[]) => list.toSorted((a, b) => a.card.last4.localeCompare(b.card.last4));
    expect(inOrder(made.body.data)).toMatchObject(moved);
    expect(inOrder(await cards())).toMatchObject(moved);
    await ada.time({ months: 1 });
    const charges = await chargesAt(suite.sandbox.url, ada.customer);
    expect(charges.map(({ payment_method_details }) => payment_method_details?.card?.last4)).toEqual(["4444", "4242"]);
  });
});
