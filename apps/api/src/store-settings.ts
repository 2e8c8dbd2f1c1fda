import { type StoreSettings, makeShopCache } from "@backlot/application";
import { MIN_PASSWORD_LENGTH, REFUND_POLICY, characterCount, taxRate } from "@backlot/domain";
import { dictionary } from "@zxcvbn-ts/language-common";
import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import type { StoreConfig } from "./settings/derived.ts";
import { MORE_DISPOSABLE_DOMAINS } from "./more-disposable-domains.ts";
import { samples } from "./samples.ts";

/** The number of common passwords to refuse, not counting those that are too short anyway. */
const REFUSED_PASSWORDS = 10_000;

/** The most common passwords in leaks. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary["passwords-common"]
    .filter((password) => characterCount(password) >= MIN_PASSWORD_LENGTH)
    .slice(0, REFUSED_PASSWORDS),
);

/** Returns the settings that use cases read. */
export const settingsOf = (config: StoreConfig): StoreSettings => ({
  isTestStore: config.isTestStore,
  isOnServer: config.production,
  shop: makeShopCache({ contact: config.contact, seller: config.seller }),
  siteUrl: config.publicUrl.origin,
  hiddenPayers: config.hiddenPayers,
  changePolicy: { licenseRule: config.licenseRule },
  refundPolicy: { ...REFUND_POLICY, takesItems: !config.refundsKeepItems },
  tax: taxRate(config.taxPercent),
  mailsReceipts: config.mailsReceipts,
  // Long enough for a slow download of a large file, and for a browser that resumes it later.
  linkSeconds: 6 * 3_600,
  limits: config.limits,
  teamSeats: config.teamSeats,
  stockClaims: config.stockClaims,
  sample: samples.catalog,
  commonPasswords: COMMON_PASSWORDS,
  disposableDomains: new Set([...disposableEmailBlocklistSet(), ...MORE_DISPOSABLE_DOMAINS]),
});
