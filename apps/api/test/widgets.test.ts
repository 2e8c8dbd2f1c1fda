import { createHmac } from "node:crypto";
import { contentSecurityPolicy } from "@backlot/api/security";
import { plainDatabase } from "@backlot/testing/databases";
import { CHURNKEY, SUPPORT_KEY, widgetsEnvironment } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

describe("the live chat and the service of failed payments", () => {
  const suite = useTestStore(plainDatabase, widgetsEnvironment);
  const subscriber = subscribersOf(suite);

  const askedService = async (customerId: string, authHash: string) => {
    const body = new URLSearchParams({ appId: CHURNKEY.appId, customerId, authHash, provider: "stripe" });
    const answer = await fetch(`${suite.sandbox.url}/churnkey/failed-payment`, { method: "POST", body });
    return { status: answer.status, body: await answer.json() };
  };

  it("SHL-08 a page's policy lets them in where they are configured, and is as strict as ever elsewhere", () => {
    const { config } = suite.store;
    const policy = (more: object) => contentSecurityPolicy({ ...config, chat: null, recovery: null, ...more }, []);
    const of = (text: string, name: string) => new RegExp(`${name} ([^;]*)`).exec(text)?.[1] ?? "";
    const strict = policy({});
    expect([of(strict, "style-src"), of(strict, "font-src")]).toEqual(["'self'", "'self'"]);
    expect(strict).not.toMatch(/churnkey|chat/);
    const chat = policy({
      chat: { scriptUrl: "https://chat.example/widget.js", origins: ["https://chat.example", "wss://*.chat.example"] },
    });
    for (const name of ["script-src", "connect-src", "frame-src", "style-src", "img-src", "font-src", "media-src"])
      expect(of(chat, name), name).toContain("https://chat.example wss://*.chat.example");
    const live = policy({ recovery: { appId: "a", apiKey: "k", scriptUrl: undefined } });
    expect(of(live, "script-src")).toContain("https://*.churnkey.co");
    expect(of(live, "media-src")).toBe("'self' blob:");
    for (const text of [chat, live]) {
      expect(of(text, "script-src")).not.toContain("unsafe-inline");
      expect(of(text, "style-src")).toContain("'unsafe-inline'");
    }
  });

  it("SHL-08 PLN-10 who pays by card is given a proof that the service takes, and nobody else", async () => {
    const ada = await subscriber(130);
    const proof = createHmac("sha256", CHURNKEY.apiKey).update(ada.customer).digest("hex");
    expect(ada.first.body.data.subscription.churnkey_hmac).toBe(proof);
    expect((await ada.me()).subscription.churnkey_hmac).toBe(proof);
    expect(await askedService(ada.customer, proof)).toEqual({ status: 200, body: { due: 0 } });
    expect((await askedService(ada.customer, `${proof.slice(1)}0`)).status).toBe(401);
    const eve = await subscriber(130);
    expect((await askedService(ada.customer, (await eve.me()).subscription.churnkey_hmac)).status).toBe(401);

    await ada.refuseRenewal();
    const owing = await ada.me();
    expect(owing.subscription.churnkey_hmac).toBe(proof);
    expect((await askedService(ada.customer, proof)).body).toEqual({ due: owing.subscription.next_payment_amount });
    // A customer who pays with PayPal and a member of a team have no access to the service.
    const { kysely } = suite.store.database;
    await sql`update accounts set team_id = ${ada.id}, team_role = 'Artist', team_joined_at = now()
      where id = ${eve.id}`.execute(kysely);
    expect((await eve.me()).subscription).toMatchObject({ license: { id: 1 }, churnkey_hmac: null });
    const zoe = await subscriber(130);
    await sql`update subscriptions set provider = 'paypal' where user_id = ${zoe.id}`.execute(kysely);
    expect((await zoe.me()).subscription).toMatchObject({ billed_by: "paypal", churnkey_hmac: null });
    // Neither the data export nor support contains it.
    const exported = await ada.client.get("/api/users/me/export");
    expect(exported.body.data.user.subscription).toMatchObject({ status: "past_due", churnkey_hmac: null });
    const shown = await suite.store.app.request(`/api/support/customers?customer=${ada.id}`, {
      headers: { authorization: SUPPORT_KEY },
    });
    const text = await shown.text();
    expect([shown.status, text.includes(ada.id), text.includes(proof)]).toEqual([200, true, false]);
  });
});
