import { join } from "node:path";
import { addSampleCodes } from "./sample-codes.ts";
import { startSandbox } from "./sandbox.ts";

const live = Object.keys(process.env).filter((name) => /^(sk|rk|pk)_live_/.test(process.env[name] ?? ""));
if (live.length > 0) {
  console.error(`The sandbox doesn't start with live keys set. Unset ${live.join(", ")}.`);
  process.exit(1);
}

const webhookUrl = process.env.SANDBOX_WEBHOOK_URL;
const port = Number(process.env.SANDBOX_PORT ?? 3999);
const startsAt = process.env.SANDBOX_STARTS_AT;
if (startsAt !== undefined && Number.isNaN(Date.parse(startsAt))) {
  console.error(`SANDBOX_STARTS_AT must be a time such as 2027-01-05T12:00:00Z, not "${startsAt}".`);
  process.exit(1);
}
try {
  const sandbox = await startSandbox({
    file: join(process.env.DATA_DIR || ".data", "sandbox.db"),
    port,
    smtpPort: Number(process.env.SANDBOX_SMTP_PORT ?? 0),
    webhook: webhookUrl === undefined ? null : { url: webhookUrl, secret: process.env.STRIPE_WEBHOOK_SECRET ?? "" },
    payPalWebhookId: process.env.PAYPAL_WEBHOOK_ID ?? "",
    payPalWebhookUrl: process.env.SANDBOX_PAYPAL_WEBHOOK_URL ?? null,
    churnkeyKey: process.env.CHURNKEY_API_KEY ?? "",
    // This is for benchmarks, which send more requests than Stripe would accept.
    perSecond: process.env.SANDBOX_PER_SECOND === undefined ? undefined : Number(process.env.SANDBOX_PER_SECOND),
    startsAt: startsAt === undefined ? null : Math.floor(Date.parse(startsAt) / 1_000),
  });
  if (process.env.SANDBOX_SAMPLE_CODES === "1") await addSampleCodes(sandbox.url);
  console.log(`sandbox at ${sandbox.url} mail at ${sandbox.smtpUrl}`);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void sandbox.stop().then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
} catch (error) {
  const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  console.error(taken ? `Port ${port} is in use. Set SANDBOX_PORT to a free port.` : error);
  process.exit(1);
}
