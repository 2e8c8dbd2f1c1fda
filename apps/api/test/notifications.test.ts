import { epochMs, instant } from "@backlot/domain";
import { type Answered, TestClient } from "@backlot/testing/client";
import { plainDatabase, scenarioDatabases } from "@backlot/testing/databases";
import { SUPPORT_KEY, BY_STAFF, BY_STAFF_QUERY } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { afterEach, describe, expect, it } from "vitest";
import { makeApp } from "../src/app.ts";
import { mountWeb } from "../src/web.ts";

const TOP_BAR = { notification_type: "top_bar" } as const;

describe.each(scenarioDatabases)("notifications on $kind", (databases) => {
  const suite = useTestStore(databases);
  const staff = (method: string, path = "", payload?: object): Promise<Answered> =>
    new TestClient(suite.store.app).call(
      method,
      `/api/support/notifications${path}${method === "DELETE" ? BY_STAFF_QUERY : ""}`,
      method === "PUT" ? { ...payload, ...BY_STAFF } : undefined,
      { authorization: SUPPORT_KEY },
    );
  const put = (more: object) => staff("PUT", "", { ...TOP_BAR, heading: "Closed on Sunday.", body: "", ...more });
  const settings = async () => (await new TestClient(suite.store.app).get("/api/settings")).body.data;
  afterEach(async () => void (await staff("DELETE", "/top_bar")));

  it("SHL-05 CLI-03 staff set it, another one takes its place, and it ends by hand or by the clock", async () => {
    expect((await settings()).notifications).toEqual([]);
    const first = { ...TOP_BAR, heading: "Closed on Sunday.", body: "From <b>8</b> to 9." };
    expect(await put(first)).toMatchObject({ status: 200, body: { data: { ...first, ends_at: null } } });
    expect(await settings()).toMatchObject({ sale: null, notifications: [first] });
    const start = suite.store.clock.now();
    const ends_at = instant(epochMs(start) + 3_600_000);
    await put({ heading: "Back again.", ends_at });
    const second = { ...TOP_BAR, heading: "Back again.", body: "" };
    expect((await staff("GET")).body.data).toEqual([{ ...second, ends_at }]);
    expect((await settings()).notifications).toEqual([second]);
    try {
      suite.store.clock.set(ends_at);
      expect((await settings()).notifications).toEqual([]);
      expect((await staff("GET")).body.data).toEqual([]);
      expect(await put({ ends_at })).toMatchObject({
        status: 400,
        body: { error: { issues: [{ path: "payload.ends_at", message: expect.stringContaining("later time") }] } },
      });
    } finally {
      suite.store.clock.set(start);
    }
    expect((await staff("DELETE", "/top_bar")).status).toBe(204);
    expect((await settings()).notifications).toEqual([]);
    for (const [more, field] of [
      [{ heading: " " }, "heading"],
      [{ heading: "x".repeat(121) }, "heading"],
      [{ body: "x".repeat(2_001) }, "body"],
      [{ notification_type: "pop_up" }, "notification_type"],
    ] as const) {
      const { status, body } = await put(more);
      expect([status, JSON.stringify(body.error)], field).toEqual([400, expect.stringContaining(field)]);
    }
    const shopper = new TestClient(suite.store.app);
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", "/top_bar"],
    ] as const) {
      const at = `/api/support/notifications${path}`;
      expect((await new TestClient(suite.store.app).call(method, at, method === "PUT" ? {} : undefined)).status).toBe(
        401,
      );
      if (shopper.token === null) await shopper.signUp();
      expect((await shopper.call(method, at, method === "PUT" ? first : undefined)).status).toBe(403);
    }
  });

  it("SHL-05 stands on every page at once, also on those that visitors share, and ends by the clock", async () => {
    const app = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    const page = async (path: string) => (await app.request(path)).text();
    const paths = ["/", "/pricing", "/sign-in"];
    for (const path of paths) expect(await page(path), path).not.toContain("Closed");
    const start = suite.store.clock.now();
    const ends_at = instant(epochMs(start) + 60_000);
    await put({ heading: "Closed <now>", body: 'See <a href="/pricing">prices</a>.', ends_at });
    for (const path of paths) {
      const html = await page(path);
      expect(html, path).toContain("Closed &lt;now&gt;");
      expect(html, path).toContain('<span>See <a href="/pricing">prices</a>.</span>');
    }
    try {
      suite.store.clock.set(ends_at);
      for (const path of paths) expect(await page(path), path).not.toContain("Closed");
    } finally {
      suite.store.clock.set(start);
    }
  });

  it("SHL-05 what staff write as HTML runs nothing and leads nowhere else than it says", async () => {
    const body = async (html: string) => (await put({ body: html })).body.data.body;
    for (const [html, shown] of [
      ["<script>alert(1)</script>Hello", "Hello"],
      ['<img src=x onerror="alert(1)">Hello', "Hello"],
      ['<a href="javascript:alert(1)" onclick="x()">Hello</a>', "Hello"],
      ['<a href="//elsewhere.example" style="position:fixed">Hello</a>', "Hello"],
      ['<a href="/\\elsewhere.example">Hello</a>', "Hello"],
      ['<a href="pricing">here</a> or <a href="www.example.com">there</a>', "here or there"],
      ['<a href="/pricing">prices</a>', '<a href="/pricing">prices</a>'],
      ["<p>One</p><p>two</p><ul><li>three</li></ul>", "One two three"],
      ['<p class="x">Hello <B>there</B></p>', "Hello <b>there</b>"],
      ["<b>Hello", "<b>Hello</b>"],
      ["1 < 2 & 3", "1 &lt; 2 &amp; 3"],
      ['<a href="mailto:help@example.com">us</a><br>', '<a href="mailto:help@example.com">us</a><br />'],
    ] as const)
      expect(await body(html), html).toBe(shown);
  });

  if (databases === plainDatabase)
    it("SHL-05 CLI-03 the command shows a banner, says what is shown of it, and ends it", async () => {
      const { run, close } = await openSupportCommand(suite.store.app);
      const say = async (...words: readonly string[]) => {
        const { out, err, code } = await run(SUPPORT_KEY, "banner", ...words, ...(words[0] === "show" ? [] : WHY));
        return code === 0 ? out.trim() : `${code}: ${err.trim()}`;
      };
      try {
        expect(await say("show")).toBe("No banner is shown.");
        expect(await say("put", "Closed.", "--body", "<h1>From <b>8</b></h1>", "--until", "2036-12-01")).toBe(
          "Shown on every page, until 2036-12-01 00:00 UTC:\nClosed.\nFrom <b>8</b>",
        );
        expect(await say("put", "Open.")).toBe("Shown on every page, with no end date:\nOpen.");
        expect(JSON.parse(await say("show", "--json"))).toMatchObject({ heading: "Open.", ends_at: null });
        expect(await say("put", "x".repeat(121))).toContain("Use one line of text, up to 120 characters.");
        expect(await say("end")).toBe("No banner is shown.");
        expect((await settings()).notifications).toEqual([]);
      } finally {
        close();
      }
    });
});
