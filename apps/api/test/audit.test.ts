import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answered, TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useFreshStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { BacklotApi } from "@backlot/ports";
import * as HttpApi from "effect/http-api/HttpApi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The operations of support staff that change something, as a method and a path. */
const writesOfSupport = (): readonly string[] => {
  const found: string[] = [];
  HttpApi.reflect(BacklotApi, {
    onGroup() {},
    onEndpoint({ group, endpoint }) {
      // The check of a price list changes nothing.
      const changes = endpoint.method !== "GET" && endpoint.identifier !== "checkPrices";
      if (group.identifier === "support" && changes) found.push(`${endpoint.method} ${endpoint.path}`);
    },
  });
  return found;
};

describe.each(scenarioDatabases)("the log of what staff changed in the whole store, on $kind", (databases) => {
  const suite = useFreshStore(databases);
  // Wide enough for tables without line breaks.
  beforeEach(() => void vi.stubEnv("COLUMNS", "250"));
  afterEach(() => void vi.unstubAllEnvs());
  const subscriber = subscribersOf(suite);
  const staff = (method: string, path: string, payload?: object): Promise<Answered> =>
    new TestClient(suite.store.app).call(method, path, payload, { authorization: SUPPORT_KEY });

  it("CLI-02 CLI-03 has a line for each change, by whom and why, and none for what changed nothing", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const file = join(await mkdtemp(join(tmpdir(), "backlot-audit-")), "faq.md");
    await writeFile(file, "What people ask.");
    const make = async (...words: readonly string[]): Promise<void> => {
      const { code, err } = await run(SUPPORT_KEY, ...words, ...WHY);
      expect([words.join(" "), code, err]).toEqual([words.join(" "), 0, err]);
    };
    try {
      await make("codes", "put", "SPRING", "--percent", "15");
      await make("codes", "end", "spring");
      await make("sale", "start", "--until", "2036-12-01");
      await make("sale", "end");
      await make("sale", "end");
      await make("banner", "put", "Closed on Sunday.");
      await make("banner", "end");
      await make("banner", "end");
      await make("articles", "put", "page", "faq", "--file", file, "--title", "FAQ", "--description", "Questions.");
      await make("articles", "remove", "page", "faq", "--yes");
      await make("search", "put-synonyms", "Green screen", "blue screen");
      await make("search", "remove-synonyms", "bluescreen");
      await make("catalog", "withdraw", "ground-fire");
      await make("catalog", "withdraw", "ground-fire");
      const { out } = await run(SUPPORT_KEY, "audit", "list");
      const lines = out.trim().split("\n").slice(1);
      expect(lines.map((line) => line.split(/ {2,}/).slice(1).join(" | "))).toEqual(
        [
          "withdrew ground-fire",
          "removed the synonyms of bluescreen",
          "set the synonyms bluescreen, greenscreen",
          "removed /faq",
          "published /faq",
          "removed the banner",
          'set the banner "Closed on Sunday.", with no end date',
          "ended the sale",
          "started the sale, until 2036-12-01 00:00 UTC",
          "ended the code SPRING",
          "set the code SPRING to 15% off a cart",
        ].map((what) => `sam | shared | ${what} | the buyer asked`),
      );
      expect((await run(SUPPORT_KEY, "codes", "end", "spring", ...WHY)).err).toContain(
        'Cart code "spring" doesn\'t exist or has ended. To list codes, run backlot codes list.',
      );
      expect((await run(SUPPORT_KEY, "codes", "list")).out).toMatch(/^SPRING +15% +0 +none +1 +20\d\d-\d\d-\d\d$/m);
      expect((await run(SUPPORT_KEY, "sale", "start")).err).toContain(
        "required option '--reason <text>' not specified",
      );
    } finally {
      close();
    }
  });

  it("DSC-10 CLI-03 an ended code is refused in carts until staff set it again", async () => {
    const { client } = await subscriber(130);
    const code = { code: "SUMMER", value: 500 };
    const apply = async () => {
      const { body } = await client.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011] });
      return client.call("PUT", "/api/orders/discount", { token: body.token, discount_code: "summer" });
    };
    expect((await staff("PUT", "/api/support/codes", { code, ...BY_STAFF })).body).toEqual({ data: code });
    const applied = await apply();
    expect((await staff("DELETE", `/api/support/codes/Summer?${new URLSearchParams(BY_STAFF)}`)).status).toBe(204);
    const refused = await apply();
    expect(JSON.stringify(applied.body)).not.toContain("no longer available");
    expect(JSON.stringify(refused.body)).toContain("This promo code is no longer available.");
    await staff("PUT", "/api/support/codes", { code, ...BY_STAFF });
    expect(JSON.stringify((await apply()).body)).not.toContain("no longer available");
  });

  it("CLI-02 refuses every change without a name and a reason", async () => {
    const writes = writesOfSupport();
    expect(writes.length).toBeGreaterThan(10);
    for (const write of writes) {
      const [method = "", path = ""] = write.split(" ");
      const at = path.replace(":notification_type", "top_bar").replace(":kind", "page").replace(/:\w+/g, "x");
      const { status, body } = await staff(method, at, method === "DELETE" ? undefined : {});
      expect([write, status], write).toEqual([write, 400]);
      const fields = JSON.stringify(body.error.issues);
      for (const field of ["actor", "reason"]) expect(fields, write).toContain(field);
    }
  });

  it("CLI-02 has the links of an order that staff revoked among the actions on the order", async () => {
    const client = new TestClient(suite.store.app);
    const email = `guest.${crypto.randomUUID()}@example.com`;
    const { token } = (await client.call("PUT", "/api/orders/shopping_cart", { product_ids: [1041] })).body;
    const { body: payment } = await client.post("/api/payment_intent", { token, email, payment_method_id: null });
    await client.payTyped(suite.sandbox.url, payment, "4242424242424242");
    const { body } = await client.post("/api/purchases/cart", { token, payment_intent: payment.id });
    const { order_id } = body.data;
    expect((await staff("POST", `/api/support/orders/${order_id}/revoke_links`, BY_STAFF)).status).toBe(204);
    const { support_actions } = (await staff("GET", `/api/support/orders/${order_id}`)).body.data;
    expect(support_actions).toMatchObject([{ ...BY_STAFF, change: { kind: "revoke_links", order_id } }]);
    const [own] = (await (await subscriber(130)).client.get("/api/orders")).body.data;
    const refused = await staff("POST", `/api/support/orders/${own.id}/revoke_links`, BY_STAFF);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining("so it has no links")]);
  });
});
