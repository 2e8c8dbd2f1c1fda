import { randomBytes, randomUUID } from "node:crypto";
import type { SoldFiles, DiskStock, LinkSigner } from "@backlot/adapters-files";
import {
  makeActiveCampaign,
  makeChurnkey,
  makeRecaptcha,
  makeSearchAnalytics,
  makeWebhookSender,
} from "@backlot/adapters-http";
import { makeCertificatePress, makeReceiptRenderer } from "@backlot/adapters-pdf";
import { type PasswordCost, makeIdentity } from "@backlot/adapters-identity";
import { type Database, makeIdempotencyKeys, makeRateLimits, makeTransactions } from "@backlot/adapters-postgres";
import { makeSmtpMail } from "@backlot/adapters-smtp";
import { makeStripe } from "@backlot/adapters-stripe";
import { Settings, type StoreServices } from "@backlot/application";
import { SESSION_SECONDS, instant } from "@backlot/domain";
import * as Ports from "@backlot/ports";
import * as Cause from "effect/Cause";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as References from "effect/References";
import * as Result from "effect/Result";
import * as Tracer from "effect/Tracer";
import { Container } from "inversify";
import { bindFiles } from "./composition-files.ts";
import { Parts, type Port, idOf } from "./composition-parts.ts";
import { approvalProvidersOf } from "./payment-providers.ts";
import type { StoreConfig } from "./settings/derived.ts";
import type { Metrics } from "./observe/metrics.ts";
import { NO_TELEMETRY, type Telemetry } from "./observe/telemetry.ts";
import { safeMarkup } from "./markup.ts";
import { settingsOf } from "./store-settings.ts";

/** The cost of password hashing, or null for the default. Only tests override it. */
export const PasswordHashing = Context.Service<PasswordCost | null>("backlot/PasswordHashing");

export const systemClock: Ports.Clock = { now: () => instant(Date.now()) };

// Customers read codes out over the phone, so leave out characters that look alike.
const ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const systemIds: Ports.Ids = {
  next: () => randomUUID(),
  bytes: (count) => randomBytes(count),
  code: () => {
    const letters = Array.from(randomBytes(12), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
    return `BL-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
  },
};

const SERVICES = [
  Ports.Analytics,
  Ports.CardVault,
  Ports.CertificateRenderer,
  Ports.Clock,
  Ports.Files,
  Ports.IdempotencyKeys,
  Ports.Identity,
  Ports.Ids,
  Ports.Links,
  Ports.Mail,
  Ports.Markup,
  Ports.Newsletter,
  Ports.PaymentProviders,
  Ports.PaymentRecovery,
  Ports.PromoCodes,
  Ports.RateLimits,
  Ports.ReadRepositories,
  Ports.ReceiptRenderer,
  Settings,
  Ports.Stock,
  Ports.Transactions,
  Ports.WebhookSender,
] as const;

/** The identifiers of the services in SERVICES. If the list lacks a port that the use cases need, compilation fails. */
type Bound = Context.Service.Identifier<(typeof SERVICES)[number]>;

/** The services of a running store. */
export interface Services {
  /** The context that use cases run with. */
  readonly context: Context.Context<StoreServices>;
  readonly signer: LinkSigner;
  readonly files: SoldFiles;
  readonly stock: DiskStock;
  /** Sends the last visitor events, then closes the database. */
  readonly close: () => Promise<void>;
}

/** Replaces services before any is created, such as the clock in a sandbox, or with test doubles. */
type Rebinding = (rebind: <S>(port: Port<S>, value: NoInfer<S>) => void) => void;

/** The time limit for sending the last visitor events before the database closes, in milliseconds. */
const LAST_EVENTS_MS = 2_000;

/** Prepares an adapter that calls an outside service: keeps it out of transactions, and counts its calls. */
type AsProvider = <P extends object>(name: string, adapter: P) => P;

/** Returns whether a call got no response. A declined card is a response. */
const isUnanswered = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit)) return false;
  const failure = Cause.findError(exit.cause);
  return Result.isFailure(failure) || String(Reflect.get(Object(failure.success), "_tag")).endsWith("Unavailable");
};

const asProvider =
  (metrics: Metrics | null, isTraced: boolean): AsProvider =>
  (name, adapter) => {
    const outside = Ports.outsideOnly(name, isTraced ? Ports.withSpans(name, adapter) : adapter);
    if (metrics === null) return outside;
    return Ports.watchCalls(name, outside, (_, exit) => metrics.providerCall(name, !isUnanswered(exit)));
  };

/** Wraps the database so that its queries and transactions are spans of the running trace. */
const withQuerySpans = (transactions: Ports.Transactions): Ports.Transactions => ({
  ...transactions,
  read: Ports.withSpans("db", transactions.read),
  run: (work) =>
    Effect.withSpan(
      transactions.run((repositories) => work(Ports.withSpans("db", repositories))),
      "db.transaction",
    ),
});

const bindProviders = (container: Container, provider: AsProvider): void => {
  container.bind(Parts.stripe).toResolvedValue(({ stripe }) => provider("stripe", makeStripe(stripe)), [Parts.config]);
  container.bind(idOf(Ports.PaymentProviders)).toResolvedValue(
    (config, stripe, settings) => ({
      ...approvalProvidersOf(config, () => settings.shop.current().name, provider),
      stripe,
    }),
    [Parts.config, Parts.stripe, idOf(Settings)],
  );
  container.bind(idOf(Ports.CardVault)).toResolvedValue(({ cards }) => cards, [Parts.stripe]);
  container.bind(idOf(Ports.PromoCodes)).toResolvedValue(({ promoCodes }) => promoCodes, [Parts.stripe]);
  container
    .bind(idOf(Ports.PaymentRecovery))
    .toResolvedValue(({ recovery }) => (recovery === null ? null : makeChurnkey(recovery)), [Parts.config]);
};

const bindVisitors = (container: Container, provider: AsProvider): void => {
  container
    .bind(idOf(Ports.Analytics))
    .toResolvedValue(({ analytics }) => (analytics === null ? null : makeSearchAnalytics(analytics)), [Parts.config])
    .onDeactivation(async (analytics) => {
      if (analytics !== null) await Effect.runPromise(Effect.timeoutOption(analytics.drained, LAST_EVENTS_MS));
    });
  container
    .bind(Parts.captcha)
    .toResolvedValue(
      ({ newsletter }) =>
        newsletter === null
          ? null
          : provider("captcha", makeRecaptcha({ secretKey: newsletter.secretKey, baseUrl: newsletter.captchaUrl })),
      [Parts.config],
    );
  container
    .bind(Parts.mailingList)
    .toResolvedValue(
      ({ newsletter }) =>
        newsletter === null
          ? null
          : provider("mailing list", makeActiveCampaign({ ...newsletter, url: newsletter.listUrl })),
      [Parts.config],
    );
  container
    .bind(idOf(Ports.Newsletter))
    .toResolvedValue(
      (captcha, list) => (captcha === null || list === null ? null : { captcha, list }),
      [Parts.captcha, Parts.mailingList],
    );
  container.bind(idOf(Ports.WebhookSender)).toConstantValue(provider("webhooks", makeWebhookSender()));
  container.bind(idOf(Ports.Mail)).toResolvedValue(({ mail }) => provider("mail", makeSmtpMail(mail)), [Parts.config]);
};

const bindData = (container: Container, database: Database, isTraced: boolean, logError: Ports.LogError): void => {
  container.bind(idOf(PasswordHashing)).toConstantValue(null);
  container
    .bind(Parts.database)
    .toConstantValue(database)
    .onDeactivation(({ close }) => close());
  container.bind(idOf(Ports.Transactions)).toResolvedValue(
    (opened, clock) => {
      const transactions = makeTransactions(opened.kysely, { ...opened, clock });
      return isTraced ? withQuerySpans(transactions) : transactions;
    },
    [Parts.database, idOf(Ports.Clock)],
  );
  container.bind(idOf(Ports.ReadRepositories)).toResolvedValue(({ read }) => read, [idOf(Ports.Transactions)]);
  container
    .bind(idOf(Ports.IdempotencyKeys))
    .toResolvedValue(({ kysely }) => makeIdempotencyKeys(kysely), [Parts.database]);
  container.bind(idOf(Ports.RateLimits)).toResolvedValue(({ kysely }) => makeRateLimits(kysely), [Parts.database]);
  container.bind(idOf(Ports.Identity)).toResolvedValue(
    ({ kysely }, { sessionSecret, oldSessionSecrets }, cost) =>
      makeIdentity({
        kysely,
        secret: sessionSecret,
        oldSecrets: oldSessionSecrets,
        sessionSeconds: SESSION_SECONDS,
        passwordCost: cost ?? undefined,
        logError,
      }),
    [Parts.database, Parts.config, idOf(PasswordHashing)],
  );
};

/**
 * Binds the store's ports to their adapters and creates the services. `rebinding` can replace ports first. Inversify is
 * used only here, and in the modules that this one imports.
 */
export const compose = (
  config: StoreConfig,
  database: Database,
  rebinding: Rebinding = () => {},
  telemetry: Pick<Telemetry, "context" | "metrics" | "logError"> = NO_TELEMETRY,
): Services => {
  const container = new Container({ defaultScope: "Singleton" });
  container.bind(Parts.config).toConstantValue(config);
  container.bind(idOf(Settings)).toResolvedValue(settingsOf, [Parts.config]);
  container.bind(idOf(Ports.Clock)).toConstantValue(systemClock);
  container.bind(idOf(Ports.Ids)).toConstantValue(systemIds);
  container.bind(idOf(Ports.Markup)).toConstantValue(safeMarkup);
  container
    .bind(idOf(Ports.CertificateRenderer))
    .toResolvedValue(
      ({ certificateKey, oldCertificateKeys, publicUrl }) =>
        makeCertificatePress({ key: certificateKey, oldKeys: oldCertificateKeys, siteUrl: publicUrl.origin }),
      [Parts.config],
    );
  container
    .bind(idOf(Ports.ReceiptRenderer))
    .toResolvedValue(
      ({ isTestStore, shop: { supportEmail } }) => makeReceiptRenderer({ supportEmail, isTestStore }),
      [idOf(Settings)],
    );
  const isTraced = telemetry.context.mapUnsafe.has(Tracer.Tracer.key);
  bindData(container, database, isTraced, telemetry.logError);
  const provider = asProvider(telemetry.metrics, isTraced);
  bindProviders(container, provider);
  bindVisitors(container, provider);
  bindFiles(container, config, telemetry);
  rebinding((port, value) => container.rebind(idOf(port)).toConstantValue(value));
  const context = SERVICES.reduce<Context.Context<never>>(
    (services, key) =>
      Context.add(services, key as unknown as Context.Key<never, unknown>, container.get(idOf<unknown>(key))),
    // Without a collector, nothing would read the spans.
    Context.add(telemetry.context, References.TracerEnabled, isTraced),
  ) as Context.Context<Bound>;
  return {
    context,
    signer: container.get(Parts.signer),
    files: container.get(Parts.files),
    stock: container.get(Parts.stock),
    close: async () => {
      // Sending the last visitor events reads the database, so close it afterwards.
      await container.unbindAsync(idOf(Ports.Analytics));
      await container.unbindAllAsync();
    },
  };
};
