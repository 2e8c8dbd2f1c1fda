import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "@backlot/adapters-postgres";
import { type TestDatabases, testDatabases } from "@backlot/adapters-postgres/testing";
import { importCatalogue } from "@backlot/application";
import { SAMPLE_CATALOGUE } from "@backlot/catalogue";
import { type Instant, instant } from "@backlot/domain";
import * as Effect from "effect/Effect";
import type { Hono } from "hono";
import Stripe from "stripe";
import { afterAll, beforeAll, it } from "vitest";
import type { PayPalBuyer } from "../../../packages/ports/contract-tests/paypal-buyer.ts";
import { TEST_SCALE } from "../../../test-scale.ts";
import { makeApp } from "../src/app.ts";
import { type Services, compose } from "../src/composition.ts";
import { readConfig } from "../src/config.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The keys of a test's PayPal. */
export const SUPPORT_KEY = "support-key-of-the-tests-000000000";

export const PAYPAL = {
  clientId: "client",
  clientSecret: "secret",
  webhookId: "WEBHOOK0TEST",
  plans: { month: "P-BACKLOTMONTH", year: "P-BACKLOTYEAR" },
} as const;

/** What a store's environment says of PayPal. */
export const payPalEnvironment = (sandboxUrl: string): Readonly<Record<string, string>> => ({
  PAYPAL_CLIENT_ID: PAYPAL.clientId,
  PAYPAL_CLIENT_SECRET: PAYPAL.clientSecret,
  PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
  PAYPAL_PLAN_MONTH: PAYPAL.plans.month,
  PAYPAL_PLAN_YEAR: PAYPAL.plans.year,
  PAYPAL_BASE_URL: sandboxUrl,
});

/** The sandbox as a process, reached by its URL alone. */
export interface RunningSandbox {
  readonly url: string;
  /** The mail server whose inbox the sandbox shows. */
  readonly smtpUrl: string;
  readonly webhookSecret: string;
  readonly stop: () => Promise<void>;
}

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
  });

/** Starts the sandbox on a free port with a state of its own; `webhookUrl` is where it tells of events. */
export const startSandboxProcess = async (
  options: {
    readonly webhookUrl?: string;
    readonly payPalWebhookUrl?: string;
    readonly dataDir?: string;
    readonly port?: number;
  } = {},
): Promise<RunningSandbox> => {
  const webhookSecret = "whsec_test";
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "backlot-sandbox-")));
  const child = spawn(process.execPath, ["--conditions=@backlot/source", "apps/sandbox/src/main.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SANDBOX_PORT: String(options.port ?? 0),
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
      ...(options.webhookUrl === undefined ? {} : { SANDBOX_WEBHOOK_URL: options.webhookUrl }),
      ...(options.payPalWebhookUrl === undefined ? {} : { SANDBOX_PAYPAL_WEBHOOK_URL: options.payPalWebhookUrl }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url = "", smtpUrl = ""] = await new Promise<readonly string[]>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /sandbox at (\S+) mail at (\S+)/.exec(text);
      if (found !== null) resolve(found.slice(1));
    });
    child.once("exit", (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  return {
    url,
    smtpUrl,
    webhookSecret,
    stop: async () => {
      child.kill("SIGTERM");
      await stopped(child);
    },
  };
};

/** A store without pages, over a database and a sandbox, with a clock that tests set. */
export interface TestStore {
  readonly app: Hono;
  readonly services: Services;
  readonly database: Database;
  readonly clock: { now: () => Instant; set: (at: Instant) => void };
  readonly close: () => Promise<void>;
}

export const openTestStore = async (databases: TestDatabases, sandbox: RunningSandbox): Promise<TestStore> => {
  const database = await databases.open();
  const config = readConfig({
    DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-store-")),
    STRIPE_SECRET_KEY: "sk_test_harness",
    STRIPE_PUBLISHABLE_KEY: "pk_test_harness",
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_BASE_URL: sandbox.url,
    SMTP_URL: sandbox.smtpUrl,
    SUPPORT_KEY,
    ...payPalEnvironment(sandbox.url),
  });
  let now = instant(Date.now());
  const clock = {
    now: () => now,
    set: (at: Instant): void => {
      now = at;
    },
  };
  const services = compose(config, database, clock);
  await Effect.runPromise(importCatalogue(services.ports)(SAMPLE_CATALOGUE));
  return { app: await makeApp(config, services), services, database, clock, close: database.close };
};

/** A sandbox and a store for one suite, opened before it and closed after it. */
export const useTestStore = (
  databases: TestDatabases,
): { readonly sandbox: RunningSandbox; readonly store: TestStore } => {
  const held: { sandbox?: RunningSandbox; store?: TestStore } = {};
  beforeAll(async () => {
    held.sandbox = await startSandboxProcess();
    held.store = await openTestStore(databases, held.sandbox);
  });
  afterAll(async () => {
    await held.store?.close();
    await held.sandbox?.stop();
  });
  const open = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("the suite's store is not open yet");
    return part;
  };
  return {
    get sandbox() {
      return open(held.sandbox);
    },
    get store() {
      return open(held.store);
    },
  };
};

/**
 * How a plain scenario is declared: it runs on one kind of database, PostgreSQL where there is one, and on all of them in
 * `npm run prove`. What depends on the database, such as work at once or a proof, is declared by `it` and runs on all.
 */
export const scenariosOn = (databases: TestDatabases): typeof it | typeof it.skip =>
  TEST_SCALE.everywhere || databases === testDatabases.at(-1) ? it : it.skip;

/** What the API answers: its status and its JSON. */
export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the wire as it comes
  readonly body: any;
}

/** A client of the API by its routes, with a token once it has signed in. */
export class TestClient {
  readonly #app: Hono;
  token: string | null = null;

  constructor(app: Hono) {
    this.#app = app;
  }

  async call(method: string, path: string, payload?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const answer = await this.#app.request(path, {
      method,
      headers: {
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
        ...(this.token === null ? {} : { authorization: this.token }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
  }

  get = (path: string) => this.call("GET", path);
  post = (path: string, payload: unknown) => this.call("POST", path, payload);

  /** Signs up somebody new and keeps the token. */
  async signUp(name = `p${Math.random().toString(36).slice(2)}`): Promise<Answered> {
    const made = await this.post("/api/users", {
      first_name: "Ada",
      last_name: "Lens",
      email: `${name}@example.com`,
      password: "correct horse",
    });
    this.token = made.body.data.token;
    return made;
  }

  /** Saves a card as the browser does: card data goes to the provider alone. Answers the setup intent's id. */
  async saveCard(sandboxUrl: string, number: string): Promise<{ readonly id: string; readonly answer: Answered }> {
    const { body: intent } = await this.post("/api/setup_intent", {});
    const browser = async (path: string, form: Record<string, string>): Promise<Answered> => {
      const answer = await fetch(`${sandboxUrl}${path}`, {
        method: "POST",
        body: new URLSearchParams({ ...form, key: "pk_test_harness" }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const method = await browser("/v1/payment_methods", {
      type: "card",
      "card[number]": number,
      "card[exp_month]": "12",
      "card[exp_year]": "2034",
      "card[cvc]": "123",
    });
    const answer = await browser(`/v1/setup_intents/${intent.id}/confirm`, {
      payment_method: method.body.id,
      client_secret: intent.client_secret,
    });
    return { id: intent.id, answer };
  }
}

/** An event of the provider, as its list has it. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: { readonly id: string; readonly customer?: string | null } };
}

/** What the provider has told so far, oldest first; of one customer, where one is named. */
export const eventsAt = async (sandboxUrl: string, customer?: string): Promise<readonly ProviderEvent[]> => {
  const events = (await (await fetch(`${sandboxUrl}/stripe/events`)).json()) as readonly ProviderEvent[];
  return events.filter((event) => customer === undefined || event.data.object.customer === customer);
};

/** Sends an event to the store, signed, as the provider does. Answers the status. */
export const deliver = async (store: TestStore, webhookSecret: string, event: ProviderEvent): Promise<number> => {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const answer = await store.app.request("/api/webhooks/stripe", {
    method: "POST",
    body: payload,
    headers: { "stripe-signature": signature },
  });
  return answer.status;
};

/** Advances the provider's clock, and sets the store's to the same. Answers the moment that it is then. */
export const advance = async (
  sandboxUrl: string,
  store: TestStore,
  by: { readonly months?: number; readonly days?: number },
): Promise<Instant> => {
  const answer = await fetch(`${sandboxUrl}/clock/advance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(by),
  });
  const { now } = (await answer.json()) as { now: number };
  store.clock.set(instant(now * 1_000));
  return store.clock.now();
};

/** Everything that the provider has charged, newest first. */
export const chargesAt = async (
  sandboxUrl: string,
  customer?: string,
): Promise<readonly { amount: number; status: string }[]> => {
  const found: { id: string; amount: number; status: string }[] = [];
  for (let more = true; more; ) {
    const last = found.at(-1);
    const query = new URLSearchParams({
      limit: "100",
      ...(customer === undefined ? {} : { customer }),
      ...(last === undefined ? {} : { starting_after: last.id }),
    });
    const headers = { authorization: "Bearer sk_test_harness" };
    const answer = await fetch(`${sandboxUrl}/v1/charges?${query}`, { headers });
    const { data, has_more } = (await answer.json()) as { data: typeof found; has_more: boolean };
    found.push(...data);
    more = has_more;
  }
  return found;
};

const json = { method: "POST", headers: { "content-type": "application/json" } } as const;

/** A buyer on PayPal's pages, and what goes on behind them. */
export const payPalBuyer = (sandboxUrl: string): PayPalBuyer => {
  const answer = async (approveUrl: string, form: Record<string, string>): Promise<URL> => {
    const sent = await fetch(approveUrl, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
    return new URL(sent.headers.get("location") ?? "about:blank");
  };
  return {
    approve: (approveUrl, funding = "ok") => answer(approveUrl, { outcome: "approve", funding }),
    cancel: (approveUrl) => answer(approveUrl, { outcome: "cancel" }),
    setFunding: async (id, funding) => {
      await fetch(`${sandboxUrl}/paypal/funding/${id}`, { method: "POST", body: new URLSearchParams({ funding }) });
    },
    refund: async (paymentId, amount) => {
      await fetch(`${sandboxUrl}/paypal/refund/${paymentId}`, {
        ...json,
        body: JSON.stringify(amount === undefined ? {} : { amount }),
      });
    },
    advance: async (by) => {
      await fetch(`${sandboxUrl}/clock/advance`, { ...json, body: JSON.stringify(by) });
    },
    now: async () => ((await (await fetch(`${sandboxUrl}/clock`)).json()) as { now: number }).now * 1_000,
    deliveredEvents: async () =>
      (await (await fetch(`${sandboxUrl}/paypal/events`)).json()) as Awaited<
        ReturnType<PayPalBuyer["deliveredEvents"]>
      >,
  };
};

/** Everything that came in by PayPal. */
export const payPalPaymentsAt = async (
  sandboxUrl: string,
): Promise<
  readonly { id: string; amount: number; refunded: number; custom_id: string; subscription: string | null }[]
> => (await (await fetch(`${sandboxUrl}/paypal/payments`)).json()) as Awaited<ReturnType<typeof payPalPaymentsAt>>;
