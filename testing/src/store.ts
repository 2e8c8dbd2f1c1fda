import { NO_LIMITS } from "./no-limits.ts";
import type { Database } from "@backlot/adapters-postgres";
import { makeApp } from "@backlot/api/app";
import { PasswordHashing, type Services, compose } from "@backlot/api/composition";
import { type StoreConfig, readConfig } from "@backlot/api/settings/derived";
import { type Instant, epochMs, instant, instantOf } from "@backlot/domain";
import { Clock } from "@backlot/ports";
import type { Hono } from "hono";
import { type KyselyPlugin, sql } from "kysely";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { CIRCLE } from "./circle.ts";
import { dataFolder } from "./data-folder.ts";
import { type TestDatabases, plainDatabase } from "./databases.ts";
import {
  type ProviderEvent,
  type RunningSandbox,
  SUPPORT_KEY,
  TESTS_BEGIN_AT,
  payPalEnvironment,
  openSandbox,
} from "./sandbox.ts";
import { type TestPorts, portsOf } from "./ports.ts";
import { TEST_SCALE } from "./scale.ts";

/** A store without pages, over a database and a sandbox, with a clock that tests set. */
export interface TestStore {
  readonly app: Hono;
  readonly services: Services;
  readonly ports: TestPorts;
  readonly config: StoreConfig;
  readonly database: Database;
  readonly clock: { now: () => Instant; set: (at: Instant) => void };
  /** Returns the number of database queries since the last call. */
  readonly queries: () => number;
  readonly close: () => Promise<void>;
}

/** Returns the environment of a test's store, with a new data folder. */
export const testEnvironment = async (sandbox: RunningSandbox): Promise<Readonly<Record<string, string>>> => ({
  DATA_DIR: await dataFolder("store"),
  SAMPLE_SCALE: String(TEST_SCALE.files),
  SAMPLE_AHEAD: "off",
  STRIPE_SECRET_KEY: "sk_test_harness",
  STRIPE_PUBLISHABLE_KEY: "pk_test_harness",
  STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
  STRIPE_BASE_URL: sandbox.url,
  SMTP_URL: sandbox.smtpUrl,
  SESSION_SECRET: "session-secret-of-the-tests-00000",
  LINK_SECRET: "link-secret-of-the-tests-00000000",
  SUPPORT_KEY,
  // All requests of a suite come from one network.
  ...NO_LIMITS,
  ...payPalEnvironment(sandbox.url),
});

/** The cheapest hash, because suites sign up hundreds of accounts. The identity tests hash at the store's own cost. */
export const CHEAP_PASSWORDS = { memory: 8, passes: 1, parallelism: 1 };

/** Creates a Kysely plugin that counts queries. `take` returns the count since its last call. */
const queryCounter = (): { readonly plugin: KyselyPlugin; readonly take: () => number } => {
  let count = 0;
  return {
    plugin: {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        count += 1;
        return result;
      },
    },
    take: () => {
      const taken = count;
      count = 0;
      return taken;
    },
  };
};

/** Opens a store over a sandbox. `environment` overrides its environment variables. */
export const openTestStore = async (
  databases: TestDatabases,
  sandbox: RunningSandbox,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestStore> => {
  const database = await databases.open();
  const config = readConfig({ ...(await testEnvironment(sandbox)), ...environment });
  let now = instantOf(TESTS_BEGIN_AT);
  const clock = {
    now: () => now,
    set: (at: Instant): void => {
      now = at;
    },
  };
  const counter = queryCounter();
  const counted = { ...database, kysely: database.kysely.withPlugin(counter.plugin) };
  const services = compose(config, counted, (rebind) => {
    rebind(Clock, clock);
    rebind(PasswordHashing, CHEAP_PASSWORDS);
  });
  const app = await makeApp(config, services);
  const ports = portsOf(services.context);
  return { app, services, ports, config, database, clock, queries: counter.take, close: services.close };
};

/** A sandbox and a store over it. */
interface StoreSuite {
  readonly sandbox: RunningSandbox;
  readonly store: TestStore;
}

type EnvironmentOf = (sandboxUrl: string) => Readonly<Record<string, string>>;

/** Returns a suite whose parts `open` opens and `close` closes. */
const heldSuite = (databases: TestDatabases, environment: EnvironmentOf) => {
  const held: { sandbox?: RunningSandbox; store?: TestStore } = {};
  const part = <T>(opened: T | undefined): T => {
    if (opened === undefined) throw new Error("the suite's store is not open yet");
    return opened;
  };
  const suite: StoreSuite = {
    get sandbox() {
      return part(held.sandbox);
    },
    get store() {
      return part(held.store);
    },
  };
  const open = async (): Promise<void> => {
    held.sandbox = await openSandbox();
    held.store = await openTestStore(databases, held.sandbox, environment(held.sandbox.url));
  };
  const close = async (): Promise<void> => {
    await held.store?.close();
    await held.sandbox?.stop();
  };
  return { suite, open, close };
};

/**
 * Opens a sandbox and a store before a suite and closes them after it. `environment` adds environment variables that
 * depend on the sandbox.
 */
export const useTestStore = (databases: TestDatabases, environment: EnvironmentOf = () => ({})): StoreSuite => {
  const { suite, open, close } = heldSuite(databases, environment);
  beforeAll(open);
  afterAll(close);
  return suite;
};

/**
 * Like `useTestStore`, but opens them for each test. For suites that advance the clock: the plans of all earlier tests
 * would be billed each time, and the tests would depend on their order.
 */
export const useFreshStore = (databases: TestDatabases, environment: EnvironmentOf = () => ({})): StoreSuite => {
  const { suite, open, close } = heldSuite(databases, environment);
  beforeEach(open);
  afterEach(close);
  return suite;
};

/**
 * Returns the number of cases for a large-scale test: all of them on PostgreSQL or at full scale (`npm run prove`),
 * otherwise half of them.
 */
export const proofsOn = (databases: TestDatabases, cases: number): number =>
  CIRCLE === "full" || databases === plainDatabase ? cases : Math.ceil(cases / 2);

/** Delivers a signed Stripe event to the store. Returns the status. */
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

/** Advances the sandbox's clock by or to a time, and sets the store's to match. Returns the new time. */
export const advance = async (
  sandboxUrl: string,
  store: TestStore,
  by: { readonly months?: number; readonly days?: number; readonly to?: Instant },
): Promise<Instant> => {
  const { to, ...duration } = by;
  const answer = await fetch(`${sandboxUrl}/clock/advance`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(to === undefined ? duration : { to: Math.ceil(epochMs(to) / 1_000) }),
  });
  const { now } = (await answer.json()) as { now: number };
  store.clock.set(instant(now * 1_000));
  return store.clock.now();
};

/** Locks an account directly in the database, as support would. */
export const lockAccount = async (store: TestStore, id: string): Promise<void> => {
  await sql`update accounts set locked = true where id = ${id}`.execute(store.database.kysely);
};
