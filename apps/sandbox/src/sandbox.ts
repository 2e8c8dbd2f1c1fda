import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import { Hono } from "hono";
import { makeAnalytics } from "./analytics/analytics.ts";
import { startInbox } from "./mail/inbox.ts";
import { sandboxPage } from "./page.ts";
import { channelPage } from "./channel.ts";
import { Clock, type Due, earlier } from "./clock.ts";
import { control } from "./control.ts";
import { openDatabase } from "./database.ts";
import { FaultSwitches } from "./faults.ts";
import { hooksPage } from "./hooks.ts";
import { makeNewsletter } from "./newsletter/newsletter.ts";
import { makePayPalSandbox } from "./paypal/paypal.ts";
import { PayPalState } from "./paypal/state.ts";
import { makeStorage } from "./s3/storage.ts";
import { Settings } from "./settings.ts";
import { PER_SECOND } from "./stripe/rate-limit.ts";
import { StripeState } from "./stripe/state.ts";
import { makeStripeSandbox } from "./stripe/stripe.ts";
import { threeDSecure } from "./three-d-secure.ts";
import { widgets } from "./widgets.ts";
import { type WebhookTarget, deliverPayPalWebhooks, deliverWebhooks } from "./webhooks.ts";

/** A sandbox's options: its ports, state, keys, and event targets. */
export interface SandboxOptions {
  readonly file: string;
  readonly port: number;
  /** The port of the mail server; 0 picks a free one. */
  readonly smtpPort: number;
  readonly webhook: WebhookTarget | null;
  readonly payPalWebhookId: string;
  /** The URL that receives PayPal's events; null for none. */
  readonly payPalWebhookUrl: string | null;
  /** The key that signs Churnkey's customer hashes. */
  readonly churnkeyKey: string;
  /** The initial time of a new sandbox in Unix seconds; null for the system time. */
  readonly startsAt: number | null;
  /** The number of reads, and of changes, that Stripe accepts per second; by default, the real Stripe's. */
  readonly perSecond?: number | undefined;
}

/** How often the sandbox runs due tasks, in milliseconds. */
const TICK_MS = 1_000;

const standIn = new URL("../public/stripe-standin.js", import.meta.url);

/** Wraps a due task so that it commits the provider's state when it is done; null stays null. */
const committing = (due: Due | null, state: { readonly commit: () => void }): Due | null =>
  due === null
    ? null
    : {
        at: due.at,
        run: () => {
          due.run();
          state.commit();
        },
      };

/**
 * Starts local stand-ins for the store's external services: Stripe and PayPal over HTTP with their pages and browser
 * script, mail, storage, a captcha, a mailing list, analytics, a live chat and Churnkey.
 */
export const startSandbox = async (
  options: SandboxOptions,
): Promise<{ readonly url: string; readonly smtpUrl: string; readonly stop: () => Promise<void> }> => {
  mkdirSync(dirname(options.file), { recursive: true });
  const database = openDatabase(options.file);
  const payPalDatabase = openDatabase(options.file.replace(/\.db$/, "-paypal.db"));
  const clock = new Clock(new Settings(database), options.startsAt);
  const state = new StripeState(database, clock);
  let url = `http://127.0.0.1:${options.port}`;
  const switches = new FaultSwitches();
  const stripe = makeStripeSandbox(state, () => url);
  const payPalState = new PayPalState(payPalDatabase, clock);
  const payPal = makePayPalSandbox(payPalState, options.payPalWebhookId, () => url);
  const nextDue = (): Due | null =>
    earlier(committing(stripe.nextDue(), state), committing(payPal.nextDue(), payPalState));
  const advanceTo = (moment: number): void => clock.advanceTo(moment, nextDue);
  const newsletter = makeNewsletter(options.file.replace(/\.db$/, "-newsletter.db"));
  const inbox = await startInbox(options.file.replace(/\.db$/, "-mail.db"), options.smtpPort, () => clock.now());
  const app = new Hono();
  const requests: { readonly request: string; readonly began: number; ended: number | null; status: number }[] = [];
  let moments = 0;
  const nextMoment = (): number => {
    moments += 1;
    return moments;
  };
  app.use(async (c, next) => {
    if (!/^\/v[12]\//.test(c.req.path)) return next();
    const entry = {
      request: `${c.req.method} ${c.req.path}`,
      began: nextMoment(),
      ended: null as number | null,
      status: 0,
    };
    requests.push(entry);
    await next();
    // Tests make more requests in a second than a store does, so don't count requests that the rate limit refused.
    const at = c.res.headers.has("retry-after") ? requests.indexOf(entry) : -1;
    if (at >= 0) requests.splice(at, 1);
    entry.ended = nextMoment();
    entry.status = c.res.status;
  });
  // Returns the requests since the last call in order, with their response statuses, for tests that count them.
  app.get("/requests", (c) => c.json(requests.splice(0)));
  app.get("/", (c) => c.html(sandboxPage(state, payPalState, clock.now(), switches.faults)));
  app.get("/favicon.ico", (c) => c.body(null, 204));
  // Every event in one response; Stripe's own list is paginated.
  app.get("/stripe/events", (c) => c.json(state.events(1_000_000).reverse()));
  app.get("/health", (c) => c.json({ status: "ok" }));
  app.get("/stripe-standin.js", (c) =>
    c.body(readFileSync(standIn, "utf8"), 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "no-cache",
    }),
  );
  app.route(
    "/",
    threeDSecure((id, completed) => {
      stripe.endChallenge(id, completed);
      state.commit();
    }),
  );
  app.route("/", channelPage());
  app.route("/", hooksPage());
  app.route("/", inbox.routes);
  app.route("/", newsletter.routes);
  app.route("/", makeAnalytics());
  app.route(
    "/",
    widgets(options.churnkeyKey, (customer) =>
      state
        .all("invoice")
        .filter((invoice) => invoice.customer === customer && invoice.status === "open")
        .reduce((due, { amount_remaining }) => due + amount_remaining, 0),
    ),
  );
  app.route("/", makeStorage(options.file.replace(/\.db$/, "-s3")));
  app.route("/", payPal.routes(switches));
  app.route("/", stripe.dashboard);
  app.route("/", stripe.api(switches, options.perSecond ?? PER_SECOND, advanceTo));
  const server = await new Promise<ServerType>((resolve, reject) => {
    // Longer than clients keep idle connections open, so that none of them sends a request on a connection that is
    // closing.
    const serverOptions = { keepAliveTimeout: 75_000 };
    const address = { port: options.port, hostname: "127.0.0.1" };
    const starting: ServerType = serve({ fetch: app.fetch, ...address, serverOptions }, (info) => {
      url = `http://127.0.0.1:${info.port}`;
      resolve(starting);
    });
    starting.once("error", reject);
  });
  const deliveries = [
    ...(options.webhook === null ? [] : [deliverWebhooks(state, options.webhook, switches)]),
    ...(options.payPalWebhookUrl === null
      ? []
      : [
          deliverPayPalWebhooks(
            payPalState,
            { url: options.payPalWebhookUrl, secret: options.payPalWebhookId },
            switches,
          ),
        ]),
  ];
  app.route(
    "/",
    control(
      clock,
      advanceTo,
      stripe.draftsEnd,
      switches,
      () => deliveries.every((each) => each.idle()),
      (customer) => {
        for (const method of state.all("payment_method")) {
          if (method.customer !== customer || method.card === undefined) continue;
          method.card = { ...method.card, exp_month: 1, exp_year: 2020 };
          state.put(method);
        }
        state.commit();
      },
    ),
  );
  // Run due tasks even if the clock isn't advanced manually.
  const ticking = setInterval(() => advanceTo(clock.now()), TICK_MS);
  return {
    url,
    smtpUrl: inbox.smtpUrl,
    stop: async () => {
      clearInterval(ticking);
      for (const each of deliveries) each.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      await inbox.stop();
      newsletter.close();
      database.close();
      payPalDatabase.close();
    },
  };
};
