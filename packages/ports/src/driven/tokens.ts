import type { ServiceIdentifier } from "inversify";
import type { Analytics } from "./analytics.ts";
import type { Captcha } from "./captcha.ts";
import type { CardVault, PromoCodes } from "./card-vault.ts";
import type { CertificatePress } from "./certificates.ts";
import type { Clock } from "./clock.ts";
import type { Files } from "./files.ts";
import type { Identity } from "./identity.ts";
import type { Ids } from "./ids.ts";
import type { Mail } from "./mail.ts";
import type { Links } from "./links.ts";
import type { MailingList } from "./mailing-list.ts";
import type { Markup } from "./markup.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import type { PaymentRecovery } from "./payment-recovery.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Transactions } from "./repositories.ts";

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`backlot/${name}`);

/** The driven ports by name, for the composition root of an app. */
export const Ports = {
  analytics: token<Analytics | null>("Analytics"),
  captcha: token<Captcha | null>("Captcha"),
  certificates: token<CertificatePress>("CertificatePress"),
  clock: token<Clock>("Clock"),
  ids: token<Ids>("Ids"),
  identity: token<Identity>("Identity"),
  stripe: token<PaymentProvider>("Stripe"),
  paypal: token<PaymentProvider | null>("PayPal"),
  cards: token<CardVault>("CardVault"),
  promoCodes: token<PromoCodes>("PromoCodes"),
  files: token<Files>("Files"),
  links: token<Links>("Links"),
  mail: token<Mail>("Mail"),
  mailingList: token<MailingList | null>("MailingList"),
  markup: token<Markup>("Markup"),
  paymentRecovery: token<PaymentRecovery | null>("PaymentRecovery"),
  rateLimits: token<RateLimits>("RateLimits"),
  transactions: token<Transactions>("Transactions"),
} as const;
