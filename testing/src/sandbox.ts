import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostAnswer, HostRequest } from "../../apps/sandbox/dev/host.ts";
import type { Provider } from "@backlot/domain";
import type { PayPalBuyer } from "./contracts/paypal-buyer.ts";
import { ROOT, whenReady } from "./processes.ts";

/** The support key of a test's store. */
export const SUPPORT_KEY = "support-key-of-the-tests-000000000";

/** The staff member and the reason that tests give for support actions. */
export const BY_STAFF = { actor: "sam", reason: "the buyer asked" };

/** {@link BY_STAFF} as a query, for requests without a body. */
export const BY_STAFF_QUERY = `?${new URLSearchParams(BY_STAFF)}`;

/**
 * When the sandbox and store of every test start. It is fixed because months differ in length: the number of renewals
 * would depend on the day of the run.
 */
export const TESTS_BEGIN_AT = "2027-01-05T12:00:00.000Z";

/** The PayPal settings of a test's store. */
export const PAYPAL = {
  clientId: "client",
  clientSecret: "secret",
  webhookId: "WEBHOOK0TEST",
  plans: { month: "P-BACKLOTMONTH", year: "P-BACKLOTYEAR", trial: "P-BACKLOTTRIAL" },
} as const;

/** Returns the environment variables that point a store's PayPal at the sandbox. */
export const payPalEnvironment = (sandboxUrl: string): Readonly<Record<string, string>> => ({
  PAYPAL_CLIENT_ID: PAYPAL.clientId,
  PAYPAL_CLIENT_SECRET: PAYPAL.clientSecret,
  PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
  PAYPAL_PLAN_MONTH: PAYPAL.plans.month,
  PAYPAL_PLAN_YEAR: PAYPAL.plans.year,
  PAYPAL_PLAN_TRIAL: PAYPAL.plans.trial,
  PAYPAL_BASE_URL: sandboxUrl,
});

/** Returns the environment variables that point a store's newsletter at the sandbox. */
export const newsletterEnvironment = (sandboxUrl: string): Readonly<Record<string, string>> => ({
  RECAPTCHA_SITE_KEY: "6Lsite",
  RECAPTCHA_SECRET_KEY: "6Lsecret",
  RECAPTCHA_BASE_URL: sandboxUrl,
  ACTIVECAMPAIGN_URL: sandboxUrl,
  ACTIVECAMPAIGN_TOKEN: "token",
  NEWSLETTER_LIST: "7",
});

/** The Churnkey keys of a test's store. */
export const CHURNKEY = { appId: "backlot", apiKey: "churnkey-key" } as const;

/** Returns the environment variables that point a store's live chat and Churnkey at the sandbox. */
export const widgetsEnvironment = (sandboxUrl: string): Readonly<Record<string, string>> => ({
  CHAT_SCRIPT_URL: `${sandboxUrl}/chat-standin.js`,
  CHURNKEY_APP_ID: CHURNKEY.appId,
  CHURNKEY_API_KEY: CHURNKEY.apiKey,
  CHURNKEY_SCRIPT_URL: `${sandboxUrl}/churnkey-standin.js`,
});

/** The access key of the sandbox's storage. */
export const S3_KEYS = { id: "AKIASANDBOX", secret: "sandbox-secret-key-of-storage" } as const;

/** A sandbox in another process, reached only by its URL. */
export interface RunningSandbox {
  readonly url: string;
  /** The SMTP server of the sandbox's inbox. */
  readonly smtpUrl: string;
  readonly webhookSecret: string;
  readonly stop: () => Promise<void>;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const stopped = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
  });

/** Where a sandbox sends its webhooks, an existing data folder to reuse, its time, and its rate limit. */
interface SandboxSettings {
  readonly webhookUrl?: string;
  readonly payPalWebhookUrl?: string;
  readonly dataDir?: string;
  /** Whether it starts at the system's time, and not when the tests begin. */
  readonly startsNow?: boolean;
  /** How many reads, and how many changes, its Stripe takes in a second. Only for one in a process of its own. */
  readonly perSecond?: number;
}

const WEBHOOK_SECRET = "whsec_test";

const folderOf = async ({ dataDir }: SandboxSettings): Promise<string> =>
  dataDir ?? mkdtemp(join(tmpdir(), "backlot-sandbox-"));

/** Starts the sandbox as its own process on a free port, for tests that restart it or measure it. */
export const startSandboxProcess = async (settings: SandboxSettings = {}): Promise<RunningSandbox> => {
  const { webhookUrl, payPalWebhookUrl, perSecond } = settings;
  const child = spawn(process.execPath, ["--conditions=@backlot/source", "apps/sandbox/src/main.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: await folderOf(settings),
      SANDBOX_PORT: "0",
      SANDBOX_STARTS_AT: TESTS_BEGIN_AT,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
      ...(perSecond === undefined ? {} : { SANDBOX_PER_SECOND: String(perSecond) }),
      ...(webhookUrl === undefined ? {} : { SANDBOX_WEBHOOK_URL: webhookUrl }),
      ...(payPalWebhookUrl === undefined ? {} : { SANDBOX_PAYPAL_WEBHOOK_URL: payPalWebhookUrl }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const addresses = /sandbox at (\S+) mail at (\S+)\s/;
  const [, url = "", smtpUrl = ""] = addresses.exec(await whenReady(child, addresses, "the sandbox")) ?? [];
  return {
    url,
    smtpUrl,
    webhookSecret: WEBHOOK_SECRET,
    stop: async () => {
      child.kill("SIGTERM");
      await stopped(child);
    },
  };
};

/** Starts the process that hosts this worker's sandboxes. Returns a function that sends it requests. */
const startHost = (): ((request: DistributiveOmit<HostRequest, "id">) => Promise<HostAnswer>) => {
  const child = fork(join(ROOT, "apps/sandbox/dev/host.ts"), { execArgv: ["--conditions=@backlot/source"] });
  // The host ends with this process, which does not wait for it.
  child.unref();
  child.channel?.unref();
  const asked = new Map<number, (answer: HostAnswer) => void>();
  let asks = 0;
  child.on("message", (answer: HostAnswer) => {
    asked.get(answer.id)?.(answer);
    asked.delete(answer.id);
  });
  child.once("exit", (code) => {
    for (const [id, tell] of asked) tell({ id, error: `the sandboxes' process ended with ${code}` });
  });
  return async (request) => {
    asks += 1;
    const id = asks;
    const answered = new Promise<HostAnswer>((resolve) => asked.set(id, resolve));
    child.send({ ...request, id });
    const answer = await answered;
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
};

let host: ReturnType<typeof startHost> | undefined;

/** Opens a sandbox on a free port with its own state. All sandboxes of this worker share one process. */
export const openSandbox = async (settings: SandboxSettings = {}): Promise<RunningSandbox> => {
  const { webhookUrl, payPalWebhookUrl = null, startsNow = false } = settings;
  host ??= startHost();
  const ask = host;
  const { url = "", smtpUrl = "" } = await ask({
    start: {
      file: join(await folderOf(settings), "sandbox.db"),
      port: 0,
      smtpPort: 0,
      webhook: webhookUrl === undefined ? null : { url: webhookUrl, secret: WEBHOOK_SECRET },
      payPalWebhookId: PAYPAL.webhookId,
      churnkeyKey: CHURNKEY.apiKey,
      payPalWebhookUrl,
      startsAt: startsNow ? null : Math.floor(Date.parse(TESTS_BEGIN_AT) / 1_000),
    },
  });
  return {
    url,
    smtpUrl,
    webhookSecret: WEBHOOK_SECRET,
    stop: async () => {
      await ask({ stop: url });
    },
  };
};

/** A Stripe event as the API lists it. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: { readonly id: string; readonly customer?: string | null } };
}

/** Returns the Stripe events so far, oldest first, optionally of one customer. */
export const eventsAt = async (sandboxUrl: string, customer?: string): Promise<readonly ProviderEvent[]> => {
  const events = (await (await fetch(`${sandboxUrl}/stripe/events`)).json()) as readonly ProviderEvent[];
  return events.filter((event) => customer === undefined || event.data.object.customer === customer);
};

/** A charge as Stripe lists it. The amount is in cents. */
interface ChargeAtStripe {
  readonly amount: number;
  readonly status: string;
  readonly payment_method_details?: { readonly card?: { readonly last4: string } };
}

/** Returns all Stripe charges, newest first, optionally of one customer. */
export const chargesAt = async (sandboxUrl: string, customer?: string): Promise<readonly ChargeAtStripe[]> => {
  const found: (ChargeAtStripe & { readonly id: string })[] = [];
  for (let more = true; more; ) {
    const last = found.at(-1);
    const query = new URLSearchParams({
      limit: "100",
      ...(customer === undefined ? {} : { customer }),
      ...(last === undefined ? {} : { starting_after: last.id }),
    });
    const headers = { authorization: "Bearer sk_test_dashboard" };
    const answer = await fetch(`${sandboxUrl}/v1/charges?${query}`, { headers });
    const { data, has_more } = (await answer.json()) as { data: typeof found; has_more: boolean };
    found.push(...data);
    more = has_more;
  }
  return found;
};

const json = { method: "POST", headers: { "content-type": "application/json" } } as const;

/**
 * Returns a buyer who acts on the sandbox's PayPal pages, with helpers for what happens at PayPal without the store.
 */
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

/** Creates a promo code at Stripe: a percentage off for a number of months, with its limits. */
export const createPromoCode = async (
  sandboxUrl: string,
  promo: {
    readonly code: string;
    readonly percent_off: number;
    readonly months: number;
    readonly uses_per_account?: number;
    readonly max_uses?: number;
    readonly first_orders_only?: boolean;
    /** How often the coupon can be used, and another code of the same coupon. */
    readonly coupon_uses?: number;
    readonly also?: string;
  },
): Promise<void> => {
  const post = async (path: string, form: Record<string, string>): Promise<string> => {
    const headers = { authorization: "Bearer sk_test_dashboard" };
    const answer = await fetch(`${sandboxUrl}${path}`, { method: "POST", headers, body: new URLSearchParams(form) });
    const { id } = (await answer.json()) as { readonly id?: string };
    if (id === undefined) throw new Error(`${path} made nothing of ${promo.code}`);
    return id;
  };
  const coupon = await post("/v1/coupons", {
    percent_off: String(promo.percent_off),
    duration: "repeating",
    duration_in_months: String(promo.months),
    ...(promo.coupon_uses === undefined ? {} : { max_redemptions: String(promo.coupon_uses) }),
  });
  if (promo.also !== undefined)
    await post("/v1/promotion_codes", {
      code: promo.also,
      "promotion[type]": "coupon",
      "promotion[coupon]": coupon,
    });
  await post("/v1/promotion_codes", {
    code: promo.code,
    "promotion[type]": "coupon",
    "promotion[coupon]": coupon,
    ...(promo.max_uses === undefined ? {} : { max_redemptions: String(promo.max_uses) }),
    ...(promo.first_orders_only === true ? { "restrictions[first_time_transaction]": "true" } : {}),
    ...(promo.uses_per_account === undefined ? {} : { "metadata[uses_per_account]": String(promo.uses_per_account) }),
  });
};

/** Returns all payments that PayPal has received. */
export const payPalPaymentsAt = async (
  sandboxUrl: string,
): Promise<
  readonly { id: string; amount: number; refunded: number; custom_id: string; subscription: string | null }[]
> => (await (await fetch(`${sandboxUrl}/paypal/payments`)).json()) as Awaited<ReturnType<typeof payPalPaymentsAt>>;

const postTo = async (address: string, body: object): Promise<{ readonly id: string; readonly status: string }> => {
  const answer = await fetch(address, { ...json, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${await answer.text()}`);
  return (await answer.json()) as { id: string; status: string };
};

/**
 * Opens a dispute over an amount in cents; by default, over everything that is left of the payment. `payment` is the
 * reference that refunds use. Returns the dispute's id.
 */
export const openDispute = async (
  sandboxUrl: string,
  provider: Provider,
  payment: string,
  amount?: number,
): Promise<string> => (await postTo(`${sandboxUrl}/${provider}/payments/${payment}/dispute`, { amount })).id;

/**
 * Closes a dispute. For a lost PayPal dispute, `amount` is what was lost, in cents; the whole disputed amount by
 * default.
 */
export const closeDispute = async (
  sandboxUrl: string,
  provider: Provider,
  dispute: string,
  outcome: "won" | "lost",
  amount?: number,
): Promise<void> => {
  await postTo(`${sandboxUrl}/${provider}/disputes/${dispute}/close`, { outcome, amount });
};

/** Ends the processing of a payment: the bank pays or declines it. `intent` is the id of its payment intent. */
export const endProcessing = async (
  sandboxUrl: string,
  intent: string,
  outcome: "paid" | "refused" = "paid",
): Promise<void> => {
  await postTo(`${sandboxUrl}/stripe/payments/${intent}/end`, { outcome });
};

/** A request to a provider, and its place in the order in which requests began and ended. */
interface Requested {
  readonly request: string;
  readonly began: number;
  readonly ended: number | null;
  /** The status of the response; 0 while there is none. */
  readonly status: number;
}

const requestedAt = async (sandboxUrl: string): Promise<readonly Requested[]> =>
  (await (await fetch(`${sandboxUrl}/requests`)).json()) as readonly Requested[];

/** Returns the requests to the providers since the last call, such as "POST /v1/refunds". */
export const requestsAt = async (sandboxUrl: string): Promise<readonly string[]> =>
  (await requestedAt(sandboxUrl)).map(({ request }) => request);

/** Returns the requests that the providers accepted since the last call. */
export const acceptedAt = async (sandboxUrl: string): Promise<readonly string[]> =>
  (await requestedAt(sandboxUrl)).flatMap(({ request, status }) => (status >= 200 && status < 300 ? [request] : []));

/**
 * Returns the requests to the providers since the last call, by step: a request belongs to the step after the last one
 * that had ended before it began. Delay every response, or simultaneous requests may look like successive ones.
 */
export const stepsAt = async (sandboxUrl: string): Promise<readonly (readonly string[])[]> => {
  const all = await requestedAt(sandboxUrl);
  const stepOf = new Map<Requested, number>();
  const steps = new Map<number, string[]>();
  // In the order in which they began, so that the steps of all earlier ones are known.
  for (const each of all) {
    const before = all.flatMap((other) =>
      other.ended !== null && other.ended < each.began ? [stepOf.get(other) ?? 0] : [],
    );
    const step = Math.max(0, ...before) + 1;
    stepOf.set(each, step);
    steps.set(step, [...(steps.get(step) ?? []), each.request]);
  }
  return [...steps.values()];
};

/** Runs something while a fault of the sandbox has a value other than 0. */
const whileSet = async <A>(sandboxUrl: string, fault: string, value: number, work: () => Promise<A>): Promise<A> => {
  const set = (to: number) =>
    fetch(`${sandboxUrl}/faults`, { method: "POST", body: new URLSearchParams({ [fault]: String(to) }) });
  await set(value);
  try {
    return await work();
  } finally {
    await set(0);
  }
};

/** Runs something while the sandbox takes `latency` milliseconds for every response. */
export const whileFar = <A>(sandboxUrl: string, latency: number, work: () => Promise<A>): Promise<A> =>
  whileSet(sandboxUrl, "latency", latency, work);

/** Runs something while the sandbox delays each response by a random time up to `delay` milliseconds. */
export const whileSlow = <A>(sandboxUrl: string, delay: number, work: () => Promise<A>): Promise<A> =>
  whileSet(sandboxUrl, "delay", delay, work);

/** Returns the settings with which a store's process uses a sandbox. */
export const settingsOf = ({
  url,
  smtpUrl,
  webhookSecret,
}: Pick<RunningSandbox, "url" | "smtpUrl" | "webhookSecret">) => ({
  STRIPE_SECRET_KEY: "sk_test_harness",
  STRIPE_PUBLISHABLE_KEY: "pk_test_harness",
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_BASE_URL: url,
  SMTP_URL: smtpUrl,
});
