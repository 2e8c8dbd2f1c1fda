import { randomBytes, randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type SoldFiles,
  type DiskStock,
  type LinkSigner,
  makeDiskFiles,
  makeDiskStock,
  makeLinkSigner,
  makeLinks,
  makeS3Files,
  makeS3Stock,
  openBucket,
} from "@backlot/adapters-files";
import {
  makeActiveCampaign,
  makeChurnkey,
  makePayPal,
  makeRecaptcha,
  makeSearchAnalytics,
} from "@backlot/adapters-http";
import { makeCertificatePress } from "@backlot/adapters-pdf";
import { type PasswordCost, makeIdentity } from "@backlot/adapters-identity";
import { type Database, makeRateLimits, makeTransactions } from "@backlot/adapters-postgres";
import { makeSmtpMail } from "@backlot/adapters-smtp";
import { type Stripe, makeStripe } from "@backlot/adapters-stripe";
import type { StorePorts, StoreSettings } from "@backlot/application";
import { isSampleFile, makeSampleFile, secondsToMake } from "@backlot/catalogue";
import { SESSION_SECONDS, TRY_LIMITS, REFUND_POLICY, instant, taxRate } from "@backlot/domain";
import { type Clock, type FilePart, type Ids, Ports, outsideOnly } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import { Container, type ServiceIdentifier } from "inversify";
import type { Config } from "./config.ts";
import { safeMarkup } from "./markup.ts";

const Tokens = {
  config: Symbol.for("backlot/Config") as ServiceIdentifier<Config>,
  stripe: Symbol.for("backlot/StripePorts") as ServiceIdentifier<Stripe>,
  database: Symbol.for("backlot/Database") as ServiceIdentifier<Database>,
  settings: Symbol.for("backlot/Settings") as ServiceIdentifier<StoreSettings>,
  signer: Symbol.for("backlot/LinkSigner") as ServiceIdentifier<LinkSigner>,
  files: Symbol.for("backlot/DiskFiles") as ServiceIdentifier<SoldFiles>,
  stock: Symbol.for("backlot/DiskStock") as ServiceIdentifier<DiskStock>,
} as const;

/** Notes how large a sold file is. It is there all the same where the note fails. */
const fileSizes = (transactions: StorePorts["transactions"]) => (variantId: number, bytes: number) =>
  Effect.runPromise(
    transactions
      .run((repos) => repos.collections.setFileSize(variantId, bytes))
      .pipe(Effect.catchCause((cause) => Effect.logWarning(`the size of file ${variantId} is not noted`, cause))),
  );

/** The time of this machine. */
export const systemClock: Clock = { now: () => instant(Date.now()) };

// Read out over the phone: no letters that look like figures.
const ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const systemIds: Ids = {
  next: () => randomUUID(),
  bytes: (count) => randomBytes(count),
  code: () => {
    const letters = Array.from(randomBytes(12), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
    return `BL-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
  },
};

/** What the API's routes need of the store. */
export interface Services {
  readonly ports: StorePorts;
  readonly signer: LinkSigner;
  readonly files: SoldFiles;
  readonly stock: DiskStock;
}

/**
 * The one place where ports meet adapters. `clock` may be another one in tests, and their passwords may cost less to
 * hash: no setting of a store lowers that.
 */
export const compose = (config: Config, database: Database, clock: Clock, passwordCost?: PasswordCost): Services => {
  const container = new Container({ defaultScope: "Singleton" });
  container.bind(Tokens.config).toConstantValue(config);
  container.bind(Tokens.database).toConstantValue(database);
  container.bind(Ports.clock).toConstantValue(clock);
  container.bind(Ports.ids).toConstantValue(systemIds);
  container.bind(Ports.markup).toConstantValue(safeMarkup);
  container.bind(Tokens.settings).toResolvedValue(
    ({
      supportEmail,
      licenceRule,
      refundsKeepItems,
      taxPercent,
      publicUrl,
      payPalHidden,
      codeTries,
      passwordTries,
      networkTries,
      teamSeats,
      stockClaims,
    }) => ({
      supportEmail,
      siteUrl: publicUrl.origin,
      payPalHidden,
      changePolicy: { licenceRule },
      refundPolicy: { ...REFUND_POLICY, takesItems: !refundsKeepItems },
      tax: taxRate(taxPercent),
      linkSeconds: 600,
      codeTries: { ...TRY_LIMITS.codes, name: "discount-codes", attempts: codeTries },
      passwordTries: { ...TRY_LIMITS.passwords, name: "passwords", attempts: passwordTries },
      newsletterTries: { ...TRY_LIMITS.newsletter, name: "newsletter" },
      networkTries: { ...TRY_LIMITS.networks, name: "credentials", attempts: networkTries },
      certificateTries: { ...TRY_LIMITS.certificates, name: "certificates" },
      teamSeats,
      stockClaims,
      disposableDomains: disposableEmailBlocklistSet(),
    }),
    [Tokens.config],
  );
  container.bind(Ports.transactions).toResolvedValue(({ kysely }) => makeTransactions(kysely), [Tokens.database]);
  container.bind(Ports.rateLimits).toResolvedValue(({ kysely }) => makeRateLimits(kysely), [Tokens.database]);
  container
    .bind(Ports.identity)
    .toResolvedValue(
      ({ kysely }, { sessionSecret }) =>
        makeIdentity({ kysely, secret: sessionSecret, sessionSeconds: SESSION_SECONDS, passwordCost }),
      [Tokens.database, Tokens.config],
    );
  container
    .bind(Tokens.stripe)
    .toResolvedValue(({ stripe }) => outsideOnly("stripe", makeStripe(stripe)), [Tokens.config]);
  container.bind(Ports.stripe).toResolvedValue((stripe) => stripe, [Tokens.stripe]);
  container.bind(Ports.cards).toResolvedValue(({ cards }) => cards, [Tokens.stripe]);
  container.bind(Ports.promoCodes).toResolvedValue(({ promoCodes }) => promoCodes, [Tokens.stripe]);
  container
    .bind(Ports.paypal)
    .toResolvedValue(
      ({ paypal }) => (paypal === null ? null : outsideOnly("paypal", makePayPal({ ...paypal, brand: "Backlot" }))),
      [Tokens.config],
    );
  container
    .bind(Ports.certificates)
    .toResolvedValue(
      ({ certificateKey, oldCertificateKeys, publicUrl, seller }) =>
        makeCertificatePress({ key: certificateKey, oldKeys: oldCertificateKeys, siteUrl: publicUrl.origin, seller }),
      [Tokens.config],
    );
  container
    .bind(Ports.analytics)
    .toResolvedValue(({ analytics }) => (analytics === null ? null : makeSearchAnalytics(analytics)), [Tokens.config]);
  container
    .bind(Ports.captcha)
    .toResolvedValue(
      ({ newsletter }) =>
        newsletter === null
          ? null
          : outsideOnly("captcha", makeRecaptcha({ secretKey: newsletter.secretKey, baseUrl: newsletter.captchaUrl })),
      [Tokens.config],
    );
  container
    .bind(Ports.mailingList)
    .toResolvedValue(
      ({ newsletter }) =>
        newsletter === null
          ? null
          : outsideOnly("mailing list", makeActiveCampaign({ ...newsletter, url: newsletter.listUrl })),
      [Tokens.config],
    );
  container
    .bind(Ports.paymentRecovery)
    .toResolvedValue(({ recovery }) => (recovery === null ? null : makeChurnkey(recovery)), [Tokens.config]);
  container.bind(Ports.mail).toResolvedValue(({ mail }) => outsideOnly("mail", makeSmtpMail(mail)), [Tokens.config]);
  container
    .bind(Tokens.signer)
    .toResolvedValue((own, at) => makeLinkSigner(own.linkSecret, at), [Tokens.config, Ports.clock]);
  container.bind(Ports.links).toResolvedValue((own, at) => makeLinks(own.linkSecret, at), [Tokens.config, Ports.clock]);
  const bucket = config.s3 === null ? null : openBucket(config.s3);
  container.bind(Tokens.files).toResolvedValue(
    ({ dataDir, filesLimitBytes, sampleScale }, signer, transactions) => {
      const noteSize = fileSizes(transactions);
      const making = {
        signer,
        make: async (variantId: number, path: string, part: FilePart) => {
          await makeSampleFile(variantId, path, sampleScale, part);
          if (part === "zip") await noteSize(variantId, (await stat(path)).size);
        },
        seconds: (variantId: number) => secondsToMake(variantId, sampleScale),
      };
      if (bucket !== null) return makeS3Files({ ...making, bucket, folder: join(dataDir, "making") });
      const ownedOf = (variantIds: readonly number[]) =>
        Effect.runPromise(transactions.read.collections.ownedOf(variantIds));
      return makeDiskFiles({ ...making, folder: join(dataDir, "files"), limit: { bytes: filesLimitBytes, ownedOf } });
    },
    [Tokens.config, Tokens.signer, Ports.transactions],
  );
  container.bind(Ports.files).toResolvedValue((disk) => disk, [Tokens.files]);
  container.bind(Tokens.stock).toResolvedValue(
    ({ dataDir }, transactions) => {
      const noteSize = fileSizes(transactions);
      const disk = makeDiskStock({ folder: dataDir, isMade: isSampleFile });
      const stock = bucket === null ? disk : makeS3Stock({ bucket, disk, isMade: isSampleFile });
      return {
        ...stock,
        receive: async (name, bytes, sha256) => {
          const size = await stock.receive(name, bytes, sha256);
          const variant = /^files\/(\d+)$/.exec(name)?.[1];
          if (variant !== undefined) await noteSize(Number(variant), size);
          return size;
        },
      };
    },
    [Tokens.config, Ports.transactions],
  );
  const captcha = container.get(Ports.captcha);
  const list = container.get(Ports.mailingList);
  return {
    ports: {
      analytics: container.get(Ports.analytics),
      newsletter: captcha === null || list === null ? null : { captcha, list },
      certificates: container.get(Ports.certificates),
      clock: container.get(Ports.clock),
      ids: container.get(Ports.ids),
      identity: container.get(Ports.identity),
      providers: { stripe: container.get(Ports.stripe), paypal: container.get(Ports.paypal) },
      cards: container.get(Ports.cards),
      promoCodes: container.get(Ports.promoCodes),
      mail: container.get(Ports.mail),
      markup: container.get(Ports.markup),
      paymentRecovery: container.get(Ports.paymentRecovery),
      links: container.get(Ports.links),
      rateLimits: container.get(Ports.rateLimits),
      files: container.get(Ports.files),
      stock: container.get(Tokens.stock),
      transactions: container.get(Ports.transactions),
      settings: container.get(Tokens.settings),
    },
    signer: container.get(Tokens.signer),
    files: container.get(Tokens.files),
    stock: container.get(Tokens.stock),
  };
};
