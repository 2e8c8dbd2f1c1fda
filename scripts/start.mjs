// `npm start`: installs, builds, makes the database, then runs the store and the payment sandbox side by side.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { NODE, ROOT, build, environment, install, run } from "./setup.mjs";

const dataDir = resolve(ROOT, process.env.DATA_DIR ?? ".data");
const port = process.env.PORT ?? "3000";
const sandboxPort = process.env.SANDBOX_PORT ?? "3999";

await install();
console.log("Building …");
await build();

mkdirSync(dataDir, { recursive: true, mode: 0o700 });

/** Keys that the store and its sandbox share. Made once, kept where only their owner reads. */
const sandboxKeys = () => {
  const file = join(dataDir, "sandbox-keys.json");
  if (!existsSync(file)) {
    const key = () => randomBytes(18).toString("hex");
    const made = { secret: `sk_test_${key()}`, publishable: `pk_test_${key()}`, webhook: `whsec_${key()}` };
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  const kept = JSON.parse(readFileSync(file, "utf8"));
  // The keys are as good for the sandbox's PayPal.
  return {
    ...kept,
    payPal: kept.publishable.replace("pk_test_", ""),
    payPalSecret: kept.secret.replace("sk_test_", ""),
  };
};

const sandboxed = process.env.STRIPE_SECRET_KEY === undefined;
const keys = sandboxed ? sandboxKeys() : null;
const env = environment({
  DATA_DIR: dataDir,
  PORT: port,
  SANDBOX_PORT: sandboxPort,
  ...(keys === null
    ? {}
    : {
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
        PAYPAL_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
        SANDBOX_PAYPAL_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/paypal`,
      }),
});

const children = new Set();
let stopping = false;

/** Starts one of the store's processes; if it ends by itself, all of it ends. Resolves with what it says once it is ready. */
const start = (script, ready, more = {}) =>
  new Promise((done) => {
    const child = spawn(NODE, [script], { cwd: ROOT, env: { ...env, ...more }, stdio: ["ignore", "pipe", "inherit"] });
    children.add(child);
    child.stdout.on("data", (chunk) => {
      if (String(chunk).includes(ready)) done(String(chunk));
      else process.stdout.write(chunk);
    });
    child.once("exit", (code) => {
      children.delete(child);
      // Asked to stop, they end well with 0; one that ends by itself takes the others and its own code with it.
      if (!stopping) {
        process.exitCode = code || 1;
        stop();
      } else if (code !== 0) process.exitCode ||= code ?? 1;
      if (children.size === 0) process.exit();
    });
  });

/** Tells every process to finish what it is doing and close; the last one to go ends this one. */
const stop = () => {
  stopping = true;
  for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    if (!stopping) console.log("\nClosing …");
    stop();
  });
}

// npm runs this through a shell, which a signal to npm ends without a word to us: its end is ours.
if (process.env.npm_lifecycle_event === "start") {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stopping || process.kill(process.pid, "SIGTERM"), 500).unref();
}

let mail = {};
if (sandboxed) {
  const said = await start("apps/sandbox/dist/main.js", "sandbox at");
  mail = { SMTP_URL: /mail at (\S+)/.exec(said)?.[1] ?? "" };
}
if (!process.env.DATABASE_URL && !existsSync(join(dataDir, "pg", "PG_VERSION"))) {
  // In a process of its own: the one that creates the database holds its memory until it ends.
  console.log("Making the database …");
  const code = await run(NODE, ["apps/api/dist/migrate-and-seed.js"], { env: { ...env, ...mail } });
  if (code !== 0) {
    process.exitCode = code;
    stop();
  }
}
if (!stopping) console.log("Opening the store …");
if (!stopping) await start("apps/api/dist/main.js", "listening on", mail);
if (sandboxed && !stopping) console.log(`The payment sandbox is at http://127.0.0.1:${sandboxPort}`);
if (!stopping) console.log(`Backlot is open at http://127.0.0.1:${port}`);
