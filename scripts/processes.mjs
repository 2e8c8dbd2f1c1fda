// The processes of a store on one machine: their shared settings, and how they start and stop together.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { NODE, ROOT, environment, run, timed } from "./setup.mjs";

/** Returns the keys that the store and its sandbox share. Creates them once, in a file that only its owner can read. */
const sandboxKeys = (dataDir) => {
  const file = join(dataDir, "sandbox-keys.json");
  if (!existsSync(file)) {
    const key = () => randomBytes(18).toString("hex");
    const made = { secret: `sk_test_${key()}`, publishable: `pk_test_${key()}`, webhook: `whsec_${key()}` };
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  const kept = JSON.parse(readFileSync(file, "utf8"));
  // The sandbox's PayPal uses the same keys.
  return {
    ...kept,
    payPal: kept.publishable.replace("pk_test_", ""),
    payPalSecret: kept.secret.replace("sk_test_", ""),
  };
};

/** Returns the settings of a store on this machine. Without a Stripe key it uses the sandbox. */
export const localSettings = ({ port }) => {
  const dataDir = resolve(ROOT, process.env.DATA_DIR || ".data");
  const sandboxPort = process.env.SANDBOX_PORT ?? "3999";
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const sandboxed = process.env.STRIPE_SECRET_KEY === undefined;
  const common = { DATA_DIR: dataDir, PORT: port, SANDBOX_PORT: sandboxPort };
  if (!sandboxed) return { dataDir, sandboxed, sandboxPort, env: environment(common) };
  const keys = sandboxKeys(dataDir);
  const env = environment({
    ...common,
    STRIPE_SECRET_KEY: keys.secret,
    STRIPE_PUBLISHABLE_KEY: keys.publishable,
    STRIPE_WEBHOOK_SECRET: keys.webhook,
    STRIPE_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    PAYPAL_CLIENT_ID: keys.payPal,
    PAYPAL_CLIENT_SECRET: keys.payPalSecret,
    PAYPAL_WEBHOOK_ID: keys.payPal.toUpperCase(),
    PAYPAL_PLAN_MONTH: "P-BACKLOTMONTH",
    PAYPAL_PLAN_YEAR: "P-BACKLOTYEAR",
    PAYPAL_PLAN_TRIAL: "P-BACKLOTTRIAL",
    PAYPAL_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
    RECAPTCHA_SITE_KEY: `6L${keys.payPal}`,
    RECAPTCHA_SECRET_KEY: `6L${keys.payPalSecret}`,
    RECAPTCHA_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
    ACTIVECAMPAIGN_URL: `http://127.0.0.1:${sandboxPort}`,
    ACTIVECAMPAIGN_TOKEN: keys.payPalSecret,
    ANALYTICS_URL: `http://127.0.0.1:${sandboxPort}/analytics`,
    ANALYTICS_WRITE_KEY: keys.payPalSecret,
    CHAT_SCRIPT_URL: `http://127.0.0.1:${sandboxPort}/chat-standin.js`,
    CHURNKEY_APP_ID: "backlot",
    CHURNKEY_API_KEY: keys.payPalSecret,
    CHURNKEY_SCRIPT_URL: `http://127.0.0.1:${sandboxPort}/churnkey-standin.js`,
    DISCORD_URL: "https://discord.example/backlot",
    PRODUCT_REQUESTS_URL: "https://requests.example/backlot",
    ROADMAP_URL: "https://roadmap.example/backlot",
    SELLING_URL: "https://sell.example/backlot",
    JOBS_URL: "https://jobs.example/backlot",
    BUG_REPORTS_URL: "https://bugs.example/backlot",
    SALES_EMAIL: "sales@backlot.example",
    // The sandbox has a page that stands in for another site.
    CORS_ORIGINS: `http://127.0.0.1:${sandboxPort}`,
    SANDBOX_SAMPLE_CODES: "1",
    SANDBOX_PAYPAL_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/paypal`,
  });
  return { dataDir, sandboxed, sandboxPort, env };
};

/** Starts processes one after another and stops them together. */
export const supervise = (env) => {
  const children = new Set();
  const state = { stopping: false };

  /** Tells every process to finish its work and exit. The last exit ends this process. */
  const stop = () => {
    state.stopping = true;
    for (const child of children) child.kill("SIGTERM");
  };

  /**
   * Starts a process. Resolves with the output that contains `ready`. If it exits on its own, the other processes also
   * stop.
   */
  const start = (args, ready, more = {}) =>
    new Promise((done) => {
      const child = spawn(NODE, args, { cwd: ROOT, env: { ...env, ...more }, stdio: ["ignore", "pipe", "inherit"] });
      children.add(child);
      child.stdout.on("data", (chunk) => {
        if (String(chunk).includes(ready)) done(String(chunk));
        else process.stdout.write(chunk);
      });
      child.once("exit", (code) => {
        children.delete(child);
        // After `stop`, each process should exit with 0. A process that exits on its own stops the others and sets the
        // exit code.
        if (!state.stopping) {
          process.exitCode = code || 1;
          stop();
        } else if (code !== 0) process.exitCode ||= code ?? 1;
        if (children.size === 0) process.exit();
      });
    });

  // Without a reader, an unhandled error would end only this process and leave the others running.
  process.stdout.on("error", stop);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      if (!state.stopping) console.log("\nStopping…");
      stop();
    });
  }

  // npm runs this through a shell. If npm is killed by a signal, the shell ends without telling us, so watch the parent
  // process.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || state.stopping || process.kill(process.pid, "SIGTERM"), 500).unref();
  }
  return { state, start, stop };
};

/** Creates the embedded database if it does not exist, in a separate process so that its memory is freed. */
export const makeDatabase = async ({ dataDir, env }, args, more) => {
  if (process.env.DATABASE_URL || existsSync(join(dataDir, "pg", "PG_VERSION"))) return 0;
  return timed("Creating the database", () => run(NODE, args, { env: { ...env, ...more } }));
};

/** Returns the sandbox's SMTP URL from its startup output. */
export const mailOf = (said) => ({ SMTP_URL: /mail at (\S+)/.exec(said)?.[1] ?? "" });
