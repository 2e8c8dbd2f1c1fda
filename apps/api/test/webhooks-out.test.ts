import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { randomUUID } from "node:crypto";
import { runDueJobs, sendWebhooks } from "@backlot/application";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { BY_STAFF, BY_STAFF_QUERY, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { advance, useFreshStore } from "@backlot/testing/store";
import { LICENSEE, subscribersOf } from "@backlot/testing/subscriber";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const EVENTS = ["order.paid", "payment.refunded", "subscription.changed", "license.changed", "file.downloaded"];

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

describe.each(scenarioDatabases)("the store's webhooks on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const subscriber = subscribersOf(suite);
  const received: Received[] = [];
  let status = 204;
  let url = "";
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(status, status === 302 ? { location: `${url}/elsewhere` } : {}).end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the receiver has no port");
    url = `http://127.0.0.1:${address.port}/hooks`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    received.length = 0;
    status = 204;
  });
  const staff = (method: string, path: string, payload?: object) =>
    new TestClient(suite.store.app).call(method, `/api/support/webhooks${path}`, payload, {
      authorization: SUPPORT_KEY,
    });
  const add = async (events: readonly string[] = EVENTS) =>
    (await staff("POST", "", { url, events, ...BY_STAFF })).body.data as {
      readonly id: string;
      readonly secret: string;
    };
  const remove = (id: string) => staff("DELETE", `/${id}${BY_STAFF_QUERY}`);
  const send = () => runIn(suite.store.ports, sendWebhooks);
  const later = async (by: { readonly days?: number; readonly months?: number }) => {
    await advance(suite.sandbox.url, suite.store, by);
    await send();
  };
  const bodies = () => received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  const deliveries = async (query = "") => (await staff("GET", `/deliveries${query}`)).body.data;

  it("DEV-02 tell of plans, licenses, paid orders, downloads, and refunds, with signatures that verify", async () => {
    const early = await subscriber(130);
    const { id, secret } = await add();
    const ada = await subscriber(130);
    await ada.client.post("/api/licensee_profiles", LICENSEE);
    await ada.buyPack(20);
    const free = await ada.client.get("/api/collections?access=free&limit=1");
    const [file] = free.body.data[0].collection_variants;
    expect((await ada.client.get(`/api/variant_downloads/${file.id}/download`)).status).toBe(200);
    const [pack] = (await ada.ledgerSnapshot()).payments.filter(({ reason }) => reason === "pack");
    if (pack === undefined) throw new Error("nothing was paid");
    await ada.refund(pack, 500);
    await ada.deliverWebhooks();
    await later({ days: 1 });
    const mine = bodies().filter(({ data }) => data.customer_id === ada.id);
    expect(new Set(mine.map(({ type }) => type))).toEqual(new Set(EVENTS));
    expect(mine.find(({ type }) => type === "payment.refunded")?.data).toMatchObject({ amount: 500, currency: "usd" });
    expect(mine.find(({ type }) => type === "file.downloaded")?.data).toMatchObject({ collection_variant_id: file.id });
    expect(mine.find(({ type }) => type === "subscription.changed")?.data).toMatchObject({
      ...{ plan_variant_id: 130, license_id: 1, status: "active", at_period_end: "renews" },
    });
    // Events from before the webhook was added are not sent.
    expect(bodies().some(({ data }) => data.customer_id === early.id)).toBe(false);
    const personal = JSON.stringify(bodies());
    for (const word of ["@example.com", LICENSEE.company_name, LICENSEE.address]) expect(personal).not.toContain(word);
    const verifier = new Webhook(secret);
    for (const { body, headers } of received) {
      const sentAt = Number(headers["webhook-timestamp"]) * 1_000;
      const fresh = new Webhook(secret);
      const sign = fresh.sign(headers["webhook-id"] ?? "", new Date(sentAt), body);
      expect(headers["webhook-signature"]).toBe(sign);
    }
    // A receiver refuses an event that was recorded and replayed more than five minutes later.
    const [one] = received;
    const now = Date.now();
    const at = (ms: number) => {
      const time = new Date(now - ms);
      const headers = {
        "webhook-id": one?.headers["webhook-id"] ?? "",
        "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
        "webhook-signature": verifier.sign(one?.headers["webhook-id"] ?? "", time, one?.body ?? ""),
      };
      return () => verifier.verify(one?.body ?? "", headers);
    };
    expect(at(60_000)).not.toThrow();
    expect(at(6 * 60_000)).toThrow();
    expect((await remove(id)).status).toBe(204);
    expect(await deliveries()).toEqual([]);
  });

  it("DEV-02 are tried again with growing waits, given up at last, and sent again by staff", async () => {
    const { id } = await add(["license.changed"]);
    const ada = await subscriber(130);
    status = 500;
    await ada.client.post("/api/licensee_profiles", LICENSEE);
    await send();
    expect(received).toHaveLength(1);
    await send();
    // Not before it is due again.
    expect(received).toHaveLength(1);
    const [waiting] = await deliveries("?failed=true");
    expect(waiting).toMatchObject({ type: "license.changed", attempts: 1, last_status: 500, delivered_at: null });
    expect(waiting.last_error).toBe("it responded with 500");
    for (let day = 0; day < 16; day += 1) await later({ days: 1 });
    expect(received).toHaveLength(16);
    expect((await deliveries())[0]).toMatchObject({ attempts: 16, next_attempt_at: null });
    // Each attempt has the same id, so that a receiver can recognize it.
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    status = 302;
    await staff("POST", "/deliveries/resend", { id: waiting.id, ...BY_STAFF });
    await send();
    // A redirect is a failure: nothing is sent elsewhere.
    expect([received.length, (await deliveries())[0].last_error]).toEqual([17, "it responded with 302"]);
    status = 200;
    expect((await staff("POST", "/deliveries/resend", { id: waiting.id, ...BY_STAFF })).status).toBe(204);
    await send();
    expect((await deliveries())[0]).toMatchObject({ last_status: 200, last_error: null, next_attempt_at: null });
    expect((await deliveries("?failed=true")).length).toBe(0);
    expect((await staff("POST", "/deliveries/resend", { id: 999_999, ...BY_STAFF })).status).toBe(404);
    await later({ days: 31 });
    await runIn(suite.store.ports, runDueJobs);
    expect(await deliveries()).toEqual([]);
    await remove(id);
  });

  it("DEV-02 arrive at the sandbox, whose page shows them", async () => {
    const hooks = `${suite.sandbox.url}/hooks`;
    const { body } = await staff("POST", "", { url: hooks, events: ["license.changed"], ...BY_STAFF });
    expect(await (await fetch(hooks)).text()).toContain("Nothing yet.");
    const ada = await subscriber(130);
    await ada.client.post("/api/licensee_profiles", LICENSEE);
    await send();
    const page = await (await fetch(hooks)).text();
    expect(page).toContain("license.changed");
    expect(page).toContain(ada.id);
    await remove(body.data.id);
  });

  it("DEV-02 refuse addresses that a store on a server must not call, and never show a secret again", async () => {
    const settings = suite.store.ports.settings as { isOnServer: boolean };
    const refused = async (wrong: string) => {
      const { status: answered, body } = await staff("POST", "", { url: wrong, events: EVENTS, ...BY_STAFF });
      return [wrong, answered, body.error?.issues[0].path];
    };
    for (const wrong of ["ftp://a.example", "hooks", "https://ada:secret@a.example/"])
      expect(await refused(wrong)).toEqual([wrong, 400, "payload.url"]);
    settings.isOnServer = true;
    try {
      const local = ["127.0.0.1", "10.1.2.3", "192.168.0.9", "172.20.0.1", "169.254.169.254", "[::1]", "localhost"];
      const hosts = [...local, "db", "db.internal", "100.64.0.1", "0.0.0.0"];
      for (const host of hosts) expect((await refused(`https://${host}/`)).slice(1)).toEqual([400, "payload.url"]);
      expect((await refused("http://studio.example/")).slice(1)).toEqual([400, "payload.url"]);
    } finally {
      settings.isOnServer = false;
    }
    const { id, secret } = await add();
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify((await staff("GET", "")).body)).not.toContain(secret);
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
  });

  it("CLI-03 the command adds, lists, shows deliveries, sends again, and removes; the log says who", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const wrong = await run(SUPPORT_KEY, "webhooks", "add", url, "--event", "order.lost", ...WHY);
      expect(wrong.err).toContain("order.paid");
      const added = await run(SUPPORT_KEY, "webhooks", "add", url, "--event", "license.changed", "order.paid", ...WHY);
      expect(added.out).toMatch(/^ID: \S+\nSecret: whsec_\S+\nSave the secret/);
      const [, id = ""] = /^ID: (\S+)/.exec(added.out) ?? [];
      expect((await run(SUPPORT_KEY, "webhooks", "list")).out).toContain(url);
      const ada = await subscriber(130);
      await ada.client.post("/api/licensee_profiles", LICENSEE);
      expect((await run(SUPPORT_KEY, "webhooks", "deliveries")).out).toContain("waiting");
      await send();
      const shown = (await run(SUPPORT_KEY, "webhooks", "deliveries")).out;
      expect(shown).toMatch(/license\.changed .*delivered/);
      expect((await run(SUPPORT_KEY, "webhooks", "deliveries", "--failed")).out).toContain("There are no deliveries.");
      const [{ id: delivery }] = await deliveries();
      expect((await run(SUPPORT_KEY, "webhooks", "resend", String(delivery), ...WHY)).out).toContain(
        "will be sent again",
      );
      expect((await run(SUPPORT_KEY, "webhooks", "remove", randomUUID(), ...WHY)).err).toContain(
        "No webhook has the ID",
      );
      expect((await run(SUPPORT_KEY, "webhooks", "remove", id, ...WHY)).code).toBe(0);
      const { out } = await run(SUPPORT_KEY, "audit", "list", "--json");
      const kinds = JSON.parse(out).map(({ change }: { readonly change: { readonly kind: string } }) => change.kind);
      expect(kinds.slice(0, 3)).toEqual(["remove_webhook", "resend_webhook", "add_webhook"]);
      expect(out).not.toContain("whsec_");
    } finally {
      close();
    }
  });
});
