import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import { startSandbox } from "../src/sandbox.ts";

/** A sandbox in the test's own process. */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Starts a sandbox on a free port with its own state. `startsAt` is its initial time in Unix seconds, and `perSecond`
 * the number of reads that Stripe accepts per second.
 */
export const openSandbox = async (startsAt: number | null = null, perSecond?: number): Promise<Sandbox> =>
  startSandbox({
    file: join(await mkdtemp(join(tmpdir(), "backlot-sandbox-")), "sandbox.db"),
    port: 0,
    smtpPort: 0,
    webhook: null,
    payPalWebhookId: "WEBHOOK0TEST",
    churnkeyKey: "key",
    payPalWebhookUrl: null,
    startsAt,
    perSecond,
  });

/** Starts a sandbox for a suite, and returns a function that returns the sandbox. */
export const useSandbox = (): (() => Sandbox) => {
  const held: { sandbox?: Sandbox } = {};
  beforeAll(async () => {
    held.sandbox = await openSandbox();
  });
  afterAll(() => held.sandbox?.stop());
  return () => {
    if (held.sandbox === undefined) throw new Error("the sandbox has not started");
    return held.sandbox;
  };
};

/** Creates a client of Stripe's library for a sandbox. Every response goes through `fetched`. */
export const stripeAt = ({ url }: Sandbox, fetched: typeof fetch = fetch): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe("sk_test_x", {
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(fetched),
  });
};

/**
 * Saves a test card to a customer, as a browser does; with a sandbox, completes its 3-D Secure. Returns the payment
 * method's id.
 */
export const saveCard = async (
  stripe: Stripe,
  customer: string,
  number: string,
  sandbox: Sandbox | null = null,
): Promise<string> => {
  const card = { number, exp_month: 12, exp_year: 2034, cvc: "123" };
  const method = await stripe.paymentMethods.create({ type: "card", card });
  const intent = await stripe.setupIntents.create({ customer, payment_method: method.id, confirm: true });
  if (intent.status === "requires_action" && sandbox !== null)
    await fetch(`${sandbox.url}/3ds/${intent.id}`, { method: "POST", body: "outcome=complete" });
  return method.id;
};

/** Advances a sandbox's clock. */
export const advance = async (
  { url }: Sandbox,
  by: { readonly days?: number; readonly months?: number; readonly to?: number },
): Promise<void> => {
  const headers = { "content-type": "application/json" };
  await fetch(`${url}/clock/advance`, { method: "POST", headers, body: JSON.stringify(by) });
};

/** Opens a dispute of a Stripe payment, as the cardholder's bank does. Returns the dispute's id. */
export const openDispute = async ({ url }: Sandbox, payment: string): Promise<string> => {
  const answer = await fetch(`${url}/stripe/payments/${payment}/dispute`, { method: "POST" });
  return ((await answer.json()) as { readonly id: string }).id;
};

/** Closes a dispute of a Stripe payment. */
export const closeDispute = async ({ url }: Sandbox, dispute: string, outcome: "won" | "lost"): Promise<void> => {
  await fetch(`${url}/stripe/disputes/${dispute}/close`, { method: "POST", body: new URLSearchParams({ outcome }) });
};
