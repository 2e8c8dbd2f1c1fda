import { TestClient } from "@backlot/testing/client";
import { testDatabases } from "@backlot/testing/databases";
import { useTestStore } from "@backlot/testing/store";
import { describe, expect, it } from "vitest";

const ROUNDS = 8;

describe.each(testDatabases)("saved cards on $kind", (databases) => {
  const suite = useTestStore(databases);

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
});
