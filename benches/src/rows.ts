import { timeCommand } from "./processes.ts";
import type { Measured } from "./statistics.ts";
import type { Workshop } from "./workshop.ts";

/** Something that is measured beside its limit. */
export interface Row {
  readonly name: string;
  readonly measure: (workshop: Workshop) => Promise<readonly Measured[]>;
}

/** A product of the sample catalogue that stands in every store. */
const SLUG = "ground-fire";
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
 * Pages for a visitor: as they are answered, to who has them already, and rendered for each request, as for a visitor with
 * a cart.
 */
const pages: Row = {
  name: "pages",
  measure: async (workshop) => {
    const { server } = await workshop.store();
    const limit = await workshop.limit("pages.ts", {
      // As the store does: React renders several times slower with its checks.
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
        await workshop.compare(`page ${path}, not changed`, limitUrl, url, null, { "if-none-match": etag }),
        await workshop.compare(`page ${path}, rendered`, limitUrl, url, null, { cookie: "avfx_order=none" }),
      );
    }
    return measured;
  },
};

const cli: Row = {
  name: "command line",
  measure: async ({ rounds }) => {
    const limit: number[] = [];
    const ours: number[] = [];
    const command = ["apps/cli/dist/backlot.mjs", "licence", "for-revenue", "2000000", "--json"];
    for (let round = 0; round < rounds * 3; round += 1) {
      limit.push(await timeCommand(["-e", "0"]));
      ours.push(await timeCommand(command));
    }
    return [{ row: "backlot licence for-revenue --json", unit: "ms", limit, ours, goal: { atMost: 4 } }];
  },
};

/** Every row, in the order in which a whole run measures them. */
export const ROWS: readonly Row[] = [
  route("health", "/hello", "/api/health", { atLeast: 0.6 }),
  route("product by slug", `/collections/${SLUG}`, `/api/collections/${SLUG}`, { atLeast: 0.7 }),
  route("plan variants", "/plan_variants", "/api/plan_variants", { atLeast: 0.7 }),
  pages,
  cli,
];
