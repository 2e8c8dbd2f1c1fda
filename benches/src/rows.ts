import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { measureCheckout } from "./checkout.ts";
import { SLUG, measureRequests } from "./customer-requests.ts";
import { measureEditing } from "./editing.ts";
import { measureGrowth } from "./growth.ts";
import { requestsPerSecond } from "./load.ts";
import { type Server, timeCommand } from "./processes.ts";
import { measureSearch } from "./search.ts";
import { MANY_ORDERS, openSubscriber } from "./subscriber.ts";
import type { Measured } from "./statistics.ts";
import type { Workshop } from "./workshop.ts";

/** A measurement that is compared with its limit. */
export interface Row {
  readonly name: string;
  /** Whether the row opens its own store. A check runs such rows in parallel with the others. */
  readonly isSeparate?: boolean;
  readonly measure: (workshop: Workshop) => Promise<readonly Measured[]>;
}

const PAGES = ["/", `/collections/${SLUG}`, "/pricing"];

const route = (name: string, limitPath: string, ourPath: string, goal: Measured["goal"]): Row => ({
  name,
  measure: async (workshop) => {
    const { server } = await workshop.store();
    const limit = await workshop.limit("http.ts");
    return [await workshop.compare(name, `${limit.url}${limitPath}`, `${server.url}${ourPath}`, goal)];
  },
});

/**
 * A route whose response visitors share. Measures it as visitors get it, from the cache, and uncached, as a signed-in
 * customer gets it.
 */
const sharedRoute = (name: string, limitPath: string, ourPath: string, goal: Measured["goal"]): Row => ({
  name,
  measure: async (workshop) => {
    const { server } = await workshop.store();
    const [limit, ours] = [`${(await workshop.limit("http.ts")).url}${limitPath}`, `${server.url}${ourPath}`];
    return [
      await workshop.compare(name, limit, ours, goal),
      await workshop.compare(
        `${name}, read anew`,
        limit,
        ours,
        { atLeast: 0.75 },
        { headers: { cookie: "backlot_guest=none" } },
      ),
    ];
  },
});

/**
 * The pages of a visitor, measured three ways: from the cache, as "not modified" for a browser that already has the
 * page, and rendered for each request, as for a visitor with a cart.
 */
const pages: Row = {
  name: "pages",
  measure: async (workshop) => {
    const { server, env } = await workshop.store();
    const limit = await workshop.limit("pages.ts", {
      ...env,
      // Use the store's setting, because React's development checks make rendering several times slower.
      NODE_ENV: "production",
      STORE_URL: server.url,
      WEB_BUILD: "apps/web/build/server/index.js",
      PAGES: PAGES.join(" "),
    });
    const measured: Measured[] = [];
    for (const path of PAGES) {
      const [limitUrl, url] = [`${limit.url}${path}`, `${server.url}${path}`];
      const etag = (await fetch(url)).headers.get("etag") ?? "";
      measured.push(
        await workshop.compare(`page ${path}`, limitUrl, url, { atLeast: 0.7 }),
        await workshop.compare(`page ${path}, not changed`, limitUrl, url, null, {
          headers: { "if-none-match": etag },
        }),
        await workshop.compare(`page ${path}, rendered`, limitUrl, url, null, {
          headers: { cookie: "avfx_order=none" },
        }),
      );
    }
    return measured;
  },
};

/** The pages that subscribers see most, rendered separately for each request. */
const SUBSCRIBERS_PAGES = [
  ...PAGES,
  "/products",
  "/cart",
  "/accounts/subscriptions",
  "/accounts/orders",
  "/accounts/downloads",
];

const subscribersPages: Row = {
  name: "subscriber's pages",
  measure: async (workshop) => {
    const store = await workshop.store();
    const { token, headers } = await openSubscriber(store, MANY_ORDERS);
    const limit = await workshop.limit("pages.ts", {
      ...store.env,
      NODE_ENV: "production",
      STORE_URL: store.server.url,
      WEB_BUILD: "apps/web/build/server/index.js",
      PAGES: SUBSCRIBERS_PAGES.join(" "),
      TOKEN: token,
    });
    const measured: Measured[] = [];
    for (const path of SUBSCRIBERS_PAGES)
      measured.push(
        await workshop.compare(
          `page ${path}, for a subscriber`,
          `${limit.url}${path}`,
          `${store.server.url}${path}`,
          { atLeast: 0.6 },
          { headers },
        ),
      );
    return measured;
  },
};

const checkout: Row = {
  name: "checkout",
  measure: measureCheckout,
};

/** The time that a process has to release memory after a load, in milliseconds. */
const SETTLE_MS = 45_000;

/** Measures the memory of a process 45 seconds after a load of each route and page of the rows above. */
const memory: Row = {
  name: "memory",
  measure: async (workshop) => {
    const loaded = async (server: Server, paths: readonly string[]): Promise<number> => {
      const asked = workshop.isCheck ? paths.slice(0, 1) : paths;
      for (const path of asked) await requestsPerSecond(`${server.url}${path}`, workshop.seconds);
      if (!workshop.isCheck) await pause(SETTLE_MS);
      return server.memory();
    };
    const bare = ["/hello", `/collections/${SLUG}`, "/plan_variants"];
    const ours = ["/api/health", `/api/collections/${SLUG}`, "/api/plan_variants", ...PAGES];
    const [served, embedded] = [await workshop.store(), await workshop.embedded()];
    // Only one process can lock a data directory, so the limit on PGlite opens a copy of the store's data directory.
    const folder = join(await mkdtemp(join(tmpdir(), "backlot-bare-")), "data");
    const copied = (path: string): boolean => !path.endsWith(".sock");
    await cp(embedded.env["DATA_DIR"] ?? "", folder, { recursive: true, filter: copied });
    const bareEmbedded = await workshop.limit("http.ts", { DATABASE_URL: "", DATA_DIR: folder });
    return [
      {
        row: "memory of the API",
        unit: "MB",
        limit: [await loaded(await workshop.limit("http.ts"), bare)],
        ours: [await loaded(served.server, ours)],
        goal: { atMost: 1.3 },
      },
      {
        row: "memory of the API, PGlite",
        unit: "MB",
        limit: [await loaded(bareEmbedded, bare)],
        ours: [await loaded(embedded.server, ours)],
        goal: { atMost: 1.1 },
      },
    ];
  },
};

const cli: Row = {
  name: "command line",
  measure: async (workshop) => {
    const { server, env } = await workshop.store();
    const { email } = await openSubscriber(await workshop.store());
    const connection = { BACKLOT_URL: server.url, BACKLOT_SUPPORT_KEY: env["SUPPORT_KEY"] ?? "" };
    const compare = async (args: readonly string[], atMost: number, connected = {}): Promise<Measured> => {
      const limit: number[] = [];
      const ours: number[] = [];
      for (let round = 0; round < (workshop.isCheck ? 1 : workshop.rounds * 3); round += 1) {
        limit.push(await timeCommand(["-e", "0"]));
        ours.push(await timeCommand(["apps/cli/dist/backlot.mjs", ...args, "--json"], connected));
      }
      // The email address differs in each run.
      const row = `backlot ${args.filter((arg) => arg !== email).join(" ")} --json`;
      return { row, unit: "ms", limit, ours, goal: { atMost } };
    };
    return [await compare(["license", "for-revenue", "2000000"], 3), await compare(["customer", email], 5, connection)];
  },
};

/** Every row, in the order in which a full run measures them. */
export const ROWS: readonly Row[] = [
  route("health", "/hello", "/api/health", { atLeast: 0.6 }),
  sharedRoute("product by slug", `/collections/${SLUG}`, `/api/collections/${SLUG}`, { atLeast: 0.7 }),
  sharedRoute("plan variants", "/plan_variants", "/api/plan_variants", { atLeast: 0.7 }),
  pages,
  // Measure memory before customers download anything, because the store then renders files in its own process for
  // minutes.
  memory,
  subscribersPages,
  { name: "customer's requests", measure: measureRequests },
  checkout,
  cli,
  { name: "editing", isSeparate: true, measure: measureEditing },
  { name: "growth", measure: measureGrowth },
  // Measure search last, because it fills the store with collections.
  { name: "search", measure: measureSearch },
];
