import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { runDueJobs, sendOutbox } from "@backlot/application";
import { epochMs } from "@backlot/domain";
import { DESK, expectAccessible, launchChromium, openPage } from "@backlot/testing/browser/chromium";
import { checkupsOf } from "@backlot/testing/checkup";
import { TestClient } from "@backlot/testing/client";
import { dataFolder } from "@backlot/testing/data-folder";
import { makeDeliverables } from "@backlot/testing/deliverables";
import { until } from "@backlot/testing/guard";
import { OWN_PRICES } from "@backlot/testing/own-prices";
import { portsOf, runIn } from "@backlot/testing/ports";
import { ROOT } from "@backlot/testing/processes";
import { readPdf } from "@backlot/testing/read-pdf";
import { BY_STAFF, type RunningSandbox, SUPPORT_KEY, openSandbox } from "@backlot/testing/sandbox";
import { type TestStore, advance, testEnvironment } from "@backlot/testing/store";
import { LICENSEE, subscribersOf } from "@backlot/testing/subscriber";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeApp } from "../src/app.ts";
import { readConfig } from "../src/settings/derived.ts";
import { type OpenStore, openStore } from "../src/open-store.ts";
import { mountWeb } from "../src/web.ts";

const NAME = "Nordlys & Sønn";
const COLLECTIONS = 14;
const BACKLOT = join(ROOT, "apps/cli/dist/backlot.mjs");

/** Texts that only a new store has: its name, and the prices and plans of its list. */
const OF_A_NEW_STORE = /backlot|\$19\.00|\$180\.00|\$49\.00|\$99\.00|\$470\.00|\$950\.00|\$15\.00|\$39\.17|\bPro\b/i;

const PAGES = [
  ...["/", "/pricing", "/pricing?interval=month", "/pricing/studio", "/pricing/enterprise?license_id=4", "/licenses"],
  ...["/products", "/3d", "/practice-footage", "/collections", "/collections/png-take-0", "/products?query=take"],
  ...["/terms-of-service", "/privacy-policy", "/license", "/sign-in", "/sign-up", "/users/reset", "/cart"],
  ...["/checkout/502", "/checkout", "/blog", "/nothing-here", "/sitemap.xml"],
];

/** Its pages. Each needs an account with a plan. */
const ACCOUNT_PAGES = [
  ...["/", "/pricing", "/accounts/subscriptions", "/accounts/profile", "/accounts/orders", "/accounts/downloads"],
  ...[
    "/accounts/payment-methods",
    "/accounts/security",
    "/accounts/team",
    "/accounts/subscriptions/change",
    "/accounts/wishlists",
    "/credits",
  ],
];

// The later tests continue with the store that the first has set up.
describe("a new owner's store, from scratch", { shuffle: false }, () => {
  let sandbox: RunningSandbox;
  let opened: OpenStore;
  let store: TestStore;
  let pages: Hono;
  let cookie = "";
  beforeAll(async () => {
    sandbox = await openSandbox();
    const config = readConfig({
      ...(await testEnvironment(sandbox)),
      DATA_DIR: await dataFolder("own-store"),
      SAMPLE: "off",
      SUPPORT_EMAIL: "help@nordlys.example",
    });
    opened = await openStore(config);
    const { database, services, clock } = opened;
    const app = await makeApp(config, services);
    pages = await makeApp(config, services, { pages: mountWeb });
    store = {
      ...{ app, services, config, database, ports: portsOf(services.context), queries: () => 0 },
      // It follows the sandbox's clock.
      clock: { now: clock.now, set: () => {} },
      close: opened.close,
    };
  });
  afterAll(async () => {
    await opened?.close();
    await sandbox?.stop();
  });

  const suite = {
    get sandbox() {
      return sandbox;
    },
    get store() {
      return store;
    },
  };
  const subscriber = subscribersOf(suite);
  const staff = (method: string, path: string, payload?: object) =>
    new TestClient(store.app).call(method, `/api/support${path}`, payload, { authorization: SUPPORT_KEY });
  const priced = async (id: number) =>
    (await new TestClient(store.app).get(`/api/plan_variants/${id}`)).body.adjusted_price;
  /** Advances both clocks, and waits until the store has received the events. */
  const goOn = async (by: { readonly days: number }): Promise<void> => {
    const then = epochMs(store.clock.now()) + by.days * 86_400_000;
    await advance(sandbox.url, store, by);
    await until(() => epochMs(store.clock.now()) >= then || null);
  };
  const shown = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    const page = await pages.request(path, { headers });
    expect([path, page.status]).toEqual([path, path === "/nothing-here" ? 404 : 200]);
    // URLs, such as that of a script, are not text, and nobody sees the names of cookies and events.
    return (await page.text()).replaceAll(/backlot[_:][\w-]+/g, "");
  };

  it("CLI-03 PLN-01 is set up by commands: prices, name, legal texts, and products", async () => {
    const folder = await mkdtemp(join(tmpdir(), "backlot-own-"));
    const [list, terms, raw, goods] = ["prices.json", "terms.md", "raw", "goods"].map((name) => join(folder, name));
    await writeFile(list ?? "", JSON.stringify(OWN_PRICES));
    await writeFile(terms ?? "", `## Who we are\n\n${NAME}, Tromsø. Our own words.\n`);
    await makeDeliverables(raw ?? "", COLLECTIONS);
    await promisify(execFile)(process.execPath, [BACKLOT, "catalog", "prepare", raw ?? "", goods ?? ""]);
    const { run, close } = await openSupportCommand(store.app);
    const does = async (...words: readonly string[]): Promise<void> => {
      const { code, err } = await run(SUPPORT_KEY, ...words, ...WHY);
      expect([words.slice(0, 2).join(" "), code, code === 0 ? "" : err]).toEqual([words.slice(0, 2).join(" "), 0, ""]);
    };
    try {
      await does("prices", "import", list ?? "");
      await does("shop", "set", "--name", NAME, "--accent", "#0b5fff", "--slogan", "Light for every shot.");
      for (const slug of ["terms-of-service", "privacy-policy", "license"])
        await does("legal", "publish", slug, "--file", terms ?? "");
      await does("catalog", "import", goods ?? "");
      expect((await run(SUPPORT_KEY, "doctor")).out).not.toContain("price list");
    } finally {
      close();
    }
    const { data } = (await new TestClient(store.app).get("/api/collections?limit=100")).body;
    expect(data).toHaveLength(COLLECTIONS);
  });

  it("PLN-01 shows a visitor its own name, prices, and texts on every page, and nothing of a new store", async () => {
    for (const path of PAGES) {
      const html = await shown(path);
      expect(OF_A_NEW_STORE.exec(html)?.[0], path).toBeUndefined();
      if (path !== "/sitemap.xml") expect(html, path).toContain("Nordlys &amp; Sønn");
    }
    expect(await shown("/pricing?interval=month")).toContain("$66.00");
    expect(await shown("/terms-of-service")).toContain("Our own words.");
  });

  it("CHG-08 CRD-01 ORD-01 sells at those prices: plan, upgrade, credits, item, renewal, refund", async () => {
    const ada = await subscriber(502);
    expect(ada.first.status).toBe(200);
    cookie = `backlot_session=${encodeURIComponent(ada.client.token ?? "")}`;
    expect((await ada.me()).subscription.plan_variant).toMatchObject({ id: 502, adjusted_price: 6_600 });
    expect((await ada.change(504)).body.data).toMatchObject({ change: "upgrade" });
    expect(await priced(504)).toBe(17_100);
    expect((await ada.buyPack(40)).status).toBe(200);
    const { data: found } = (await ada.client.get("/api/collections?limit=100")).body;
    const item = found.find(({ access }: { access: string }) => access === "premium");
    const variant = item.collection_variants[0];
    const cart = (await ada.client.put("/api/orders/shopping_cart", { product_ids: [variant.id] })).body;
    expect(cart.total).toBe(variant.price);
    const [card] = (await ada.client.post("/api/cards", {})).body.data;
    const { body: intent } = await ada.client.post("/api/payment_intent", {
      token: cart.token,
      payment_method_id: card.id,
    });
    await ada.client.post("/api/payment_intent_confirm", { payment_intent_id: intent.id });
    const bought = await ada.client.post("/api/purchases/cart", { token: cart.token, payment_intent: intent.id });
    expect(bought.status).toBe(200);
    await goOn({ days: 32 });
    await ada.deliverWebhooks();
    await runIn(store.ports, runDueJobs);
    const { payments } = await ada.ledgerSnapshot();
    expect(payments.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
      [6_600, 17_100, 40 * 325, variant.price, payments.find(({ reason }) => reason === "change")?.amount ?? 0].sort(
        (a, b) => a - b,
      ),
    );
    const pack = payments.find(({ reason }) => reason === "pack");
    const refund = { payment: pack?.id, amount: null, idempotency_key: crypto.randomUUID(), ...BY_STAFF };
    expect((await staff("POST", "/payments/refunds", refund)).status).toBe(200);
    await ada.deliverWebhooks();
    await runIn(store.ports, runDueJobs);
    await ada.deliverWebhooks();
    expect(await checkupsOf(store).faultsOf(ada.id)).toEqual([]);
    await ada.expectLedgerToMatchProvider();

    await ada.client.post("/api/licensee_profiles", LICENSEE);
    const issued = await ada.client.post("/api/certificates", undefined);
    expect(issued.status).toBe(201);
    const files = [`/api/certificates/${issued.body.data.number}/file`];
    for (const { number } of (await ada.client.get("/api/receipts")).body.data)
      files.push(`/api/receipts/${number}/file`);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const { text } = await readPdf(Buffer.from((await ada.client.get(file)).body.data.pdf, "base64"));
      expect(text.replaceAll(/\s+/g, ""), file).toContain("Nordlys&Sønn");
      expect(OF_A_NEW_STORE.exec(text)?.[0], file).toBeUndefined();
    }
    const certificate = (await ada.client.get(`/api/certificates/${issued.body.data.number}`)).body.data;
    expect(certificate.terms_version).not.toBe("2026-11");
  });

  it("PLN-01 shows its subscriber nothing of a new store on the account's pages", async () => {
    for (const path of ACCOUNT_PAGES) {
      const html = await shown(path, { cookie });
      expect(OF_A_NEW_STORE.exec(html)?.[0], path).toBeUndefined();
      expect(html, path).toContain("Nordlys &amp; Sønn");
    }
  });

  it("SHL-01 is legible in its own color, with its own logo, in both themes and at both widths", async () => {
    const server = serve({ fetch: pages.fetch, port: 0, hostname: "127.0.0.1" });
    await once(server, "listening");
    const address = server.address();
    const baseURL = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const browser = await launchChromium();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 32"><rect width="160" height="32"/></svg>';
    const logo = { data: Buffer.from(svg).toString("base64"), ...BY_STAFF };
    try {
      for (const accent of ["#b4004e", "#ffee00", "#101010"]) {
        expect((await staff("PUT", "/shop", { accent, ...BY_STAFF })).status).toBe(200);
        for (const colorScheme of ["light", "dark"] as const) {
          const { page, problems } = await openPage(await browser.newContext({ baseURL, colorScheme, viewport: DESK }));
          for (const path of ["/", "/pricing?interval=month", "/licenses", "/terms-of-service"]) {
            await page.goto(path);
            await page.getByRole("link", { name: `${NAME}, home` }).waitFor();
            await expectAccessible(page);
          }
          expect(problems).toEqual([]);
          await page.context().close();
        }
        // From the second color on, with a wide logo.
        expect((await staff("PUT", "/shop/logos/light", logo)).status).toBe(200);
      }
    } finally {
      await browser.close();
      server.close();
    }
  });

  it("has sent emails in its own name, at its own prices", async () => {
    await runIn(store.ports, sendOutbox);
    const answer = await fetch(`${sandbox.url}/inbox`, { headers: { accept: "application/json" } });
    const mails = (await answer.json()) as readonly Readonly<Record<string, string>>[];
    expect(mails.length).toBeGreaterThan(4);
    for (const mail of mails) {
      expect(mail.from, mail.subject).toBe(`${NAME} <help@nordlys.example>`);
      expect(OF_A_NEW_STORE.exec(JSON.stringify(mail))?.[0], mail.subject).toBeUndefined();
    }
  });
});
