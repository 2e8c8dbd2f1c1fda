import { NO_LIMITS } from "@backlot/testing/no-limits";
import { spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningSandbox, payPalEnvironment, startSandboxProcess } from "@backlot/testing/sandbox";
import { freePort } from "../../scripts/free-port.mjs";
import pg from "pg";
import { ROOT, type Server, startServer } from "./processes.ts";

/** The number of products that an established shop has in addition to the sample catalog. */
const MORE_PRODUCTS = 972;

/** A built store with its own database and sandbox, and the environment of its process. */
export interface BenchStore {
  readonly server: Server;
  readonly sandbox: RunningSandbox;
  readonly env: Readonly<Record<string, string>>;
  /** The PostgreSQL server's URL, or null for the embedded database. */
  readonly databaseUrl: string | null;
  readonly stop: () => Promise<void>;
}

const fill = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into collections select 100000 + n, 'more-' || n, c.name || ' ' || n, c.library_id, c.category, c.tags,
       c.description, c.access, c.free_product, c.membership_tier, c.made_by_provider, c.alpha, c.credit_price, c.price
     from generate_series(1, ${MORE_PRODUCTS}) n
     join (select *, row_number() over (order by id) - 1 as place, count(*) over () as number from collections) c
       on c.place = n % c.number`,
  );
  await client.query(
    `insert into collection_variants select 1000000 + row_number() over (order by o.id, v.id), o.id, v.name,
       v.resolution, v.price, v.file_name, v.description
     from collections o join collections s on o.id >= 100000 and s.id < 100000 and o.name like s.name || ' %'
     join collection_variants v on v.collection_id = s.id`,
  );
  await client.query("analyze");
  await client.end();
};

/**
 * Starts the store as in production: the build, without flags. Without `databaseUrl` it runs on PGlite. With
 * `profileTo` it writes a CPU profile to that folder when it exits.
 */
export const openBenchStore = async (databaseUrl: string | null, profileTo: string | null): Promise<BenchStore> => {
  const port = await freePort();
  const sandbox = await startSandboxProcess({
    webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    perSecond: 1_000_000,
  });
  const env = {
    PORT: String(port),
    DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-bench-")),
    DATABASE_URL: databaseUrl ?? "",
    SAMPLE_AHEAD: "off",
    // Without these, each process would generate its own secrets and store them in its folder.
    SESSION_SECRET: "session-secret-of-the-benchmark-0",
    LINK_SECRET: "link-secret-of-the-benchmark-0000",
    SUPPORT_KEY: "support-key-of-the-benchmark-0000",
    STRIPE_SECRET_KEY: "sk_test_bench",
    STRIPE_PUBLISHABLE_KEY: "pk_test_bench",
    STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    STRIPE_BASE_URL: sandbox.url,
    SMTP_URL: sandbox.smtpUrl,
    // All shoppers share one network.
    ...NO_LIMITS,
    ...payPalEnvironment(sandbox.url),
  };
  const seeded = spawnSync(process.execPath, ["apps/api/dist/migrate-and-seed.js"], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (seeded.status !== 0) throw new Error("the database could not be made");
  if (databaseUrl !== null) await fill(databaseUrl);
  const flags = profileTo === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileTo}`];
  const server = await startServer("apps/api/dist/main.js", env, flags);
  return {
    server,
    sandbox,
    env,
    databaseUrl,
    stop: async () => {
      await server.stop();
      await sandbox.stop();
    },
  };
};
