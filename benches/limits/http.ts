// What a server can do at best on this machine: bare Hono, bare pg or PGlite, the same SQL and the same body, no more.
import { PGlite } from "@electric-sql/pglite";
import { type LicenceId, type PlanOffer, planVariantsFor } from "@backlot/domain";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

type Query = (name: string, text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

const overServer = (connectionString: string): Query => {
  const pool = new pg.Pool({ connectionString, max: 10 });
  return async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows;
};

/** The embedded engine on a folder that a store has made. */
const overEmbedded = async (folder: string): Promise<Query> => {
  const engine = await PGlite.create(folder);
  return async (_name, text, values) => (await engine.query<Record<string, unknown>>(text, [...values])).rows;
};

const { DATABASE_URL, DATA_DIR } = process.env;
const query = DATABASE_URL ? overServer(DATABASE_URL) : await overEmbedded(`${DATA_DIR}/pg`);

const PRODUCT = `select c.*, (select json_agg(v order by v.id) from (select id, name, resolution, price, file_name,
  description from collection_variants where collection_id = c.id) v) as collection_variants
  from collections c where c.slug = $1`;

const app = new Hono();
app.get("/hello", (c) => c.json({ status: "ok" }));
app.get("/collections/:slug", async (c) => {
  const [collection] = await query("product", PRODUCT, [c.req.param("slug")]);
  return collection === undefined ? c.notFound() : c.json({ ...collection, owned: false, owned_variant_ids: [] });
});
app.get("/plan_variants", async (c) => {
  const offers = (await query("plans", "select * from plan_offers order by id", [])) as unknown as PlanOffer[];
  return c.json(planVariantsFor(offers, 1 as LicenceId));
});

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);
