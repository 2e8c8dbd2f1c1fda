import { sendOutbox } from "@backlot/application";
import { epochMs, instant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { BY_STAFF, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { LICENSEE, subscribersOf } from "@backlot/testing/subscriber";
import { openSupportCommand } from "@backlot/testing/support-command";
import { describe, expect, it } from "vitest";

const WHY = ["--reason", "asked by mail", "--by", "sam"];
/** Each question is answered by one command that knows the customer by email address alone. */
describe("the ten questions that support gets every day", () => {
  const suite = useTestStore(plainDatabase);
  const subscriber = subscribersOf(suite);

  it("CLI-02 are answered from the email address, as the store knows it", async () => {
    const ada = await subscriber(130);
    await ada.client.post("/api/licensee_profiles", LICENSEE);
    await ada.buyPack(20);
    const bought = await ada.client.post("/api/purchases/collection", { collection_id: 104 });
    expect(bought.status).toBe(200);
    await ada.deliverWebhooks();
    const { email } = await ada.me();
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    await staff.put("/api/support/codes", { code: { code: "ONCE", value: 500, max_uses: 1 }, ...BY_STAFF });
    await runIn(suite.store.ports, sendOutbox);
    suite.store.clock.set(instant(epochMs(suite.store.clock.now()) + 6 * 60_000));
    const { run, runBuilt, close } = await openSupportCommand(suite.store.app);
    const ask = async (...words: readonly string[]): Promise<string> => {
      const { out, err, code } = await run(SUPPORT_KEY, ...words);
      expect([words.join(" "), code], err).toEqual([words.join(" "), 0]);
      return out;
    };
    const asked = async (...words: readonly string[]) => JSON.parse(await ask(...words, "--json"));
    const [pack, plan] = (await ada.client.get("/api/receipts")).body.data;
    try {
      // 1. Why can't I download it?
      const refused = await ada.client.get("/api/variant_downloads/1011/download");
      expect(refused.status).toBe(403);
      expect(await ask("customers", "why-not", email, "Ground Fire")).toContain(refused.body.error.message);

      // 2. Was I charged twice?
      expect(await asked("payments", "list", email)).toEqual([pack, plan]);
      expect(await ask("payments", "list", email)).toContain(`${plan.number}  $49.00  card`);

      // 3. Which license do we need with 12 people and $4M a year?
      const license = await runBuilt(SUPPORT_KEY, "license", "for-revenue", "$4M", "--people", "12", "--json");
      const plans = (await ada.client.get("/api/plan_variants?license_id=3")).body;
      expect(JSON.parse(license.out)).toMatchObject({
        license_id: 3,
        plans,
        url: expect.stringContaining("/pricing/enterprise"),
      });

      // 4. What would yearly cost me?
      const yearly = await ada.client.get("/api/subscriptions/change_preview?plan_variant_id=132&license_id=1");
      expect(await asked("change", "preview", "--customer", email, "--to", "yearly")).toEqual({
        customer: email,
        ...yearly.body.data,
      });

      // The same plan under a larger license is the same plan, even if Essentials is closer in credits.
      const larger = ["change", "preview", "--customer", email, "--to", "monthly", "--to-license", "3"];
      expect((await asked(...larger)).plan_variant.plan.name).toBe("Pro");
      // A quote includes the running sale.
      await staff.put("/api/support/sale", BY_STAFF);
      const quoted = await runBuilt(SUPPORT_KEY, "quote", "plan", "131", "--json");
      await staff.call("DELETE", `/api/support/sale?${new URLSearchParams(BY_STAFF)}`, undefined);
      expect(JSON.parse(quoted.out).total).toBe(6_930);

      // 5. Where did my credits go?
      const { current_credit_balance: balance } = await ada.me();
      expect(await asked("credits", "history", email)).toMatchObject([
        { credits: 20, balance: 20, reason: "grant", receipt: plan.number },
        { credits: 20, balance: 40, reason: "grant", receipt: pack.number },
        { credits: balance - 40, balance, reason: "spend", receipt: plan.number },
      ]);

      // 6. Can I have my money back?
      const look = await run(SUPPORT_KEY, "payments", "refund", email, ...WHY, "--json");
      expect(look.code).toBe(2);
      expect(JSON.parse(look.out)).toMatchObject({
        is_preview: true,
        receipt: pack.number,
        amount: pack.total,
        takes: { credits: 20, ends_plan: false },
      });
      expect(await ask("payments", "refund", email, "--yes", ...WHY)).toMatch(/^Refunded \$/);
      expect((await ada.me()).current_credit_balance).toBe(balance - 20);

      // 7. Can you send my receipt again?
      expect(await ask("resend", "receipt", email, ...WHY)).toBe(`An email to ${email} is on its way.\n`);

      // 8. Why can't I sign in?
      for (let n = 0; n < 12; n += 1)
        await new TestClient(suite.store.app).post("/api/sessions", { email, password: `wrong ${n}` });
      expect(await ask("customer", email)).toContain("temporarily locked after too many wrong passwords");
      expect(await ask("customers", "unlock", email, ...WHY)).toBe(`${email} can sign in again.\n`);
      const again = await new TestClient(suite.store.app).post("/api/sessions", { email, password: "correct horse" });
      expect(again.status).toBe(200);

      // 9. Why doesn't my code work?
      await staff.call("DELETE", `/api/support/codes/ONCE?${new URLSearchParams(BY_STAFF)}`, undefined);
      expect(await ask("codes", "explain", "once", "--customer", email)).toContain("It ended on 20");
      // As pasted from a customer's chat, with a zero-width space.
      expect(await ask("codes", "explain", "on\u200bce", "--customer", email)).toContain("It ended on 20");

      // 10. Can I have a certificate?
      const { number } = await asked("certificates", "issue", email, ...WHY);
      expect((await ada.client.get("/api/certificates")).body.data).toMatchObject([{ number, status: "valid" }]);
    } finally {
      close();
    }
  });
});
