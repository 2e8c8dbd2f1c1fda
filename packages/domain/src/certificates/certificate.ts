import * as Result from "effect/Result";
import { personName } from "../accounts/account.ts";
import { reversedAmount } from "../receipts/reversed-amount.ts";
import { minimumAfterOrders } from "../licensing/minimum-after-orders.ts";
import type { Order } from "../orders/order.ts";
import type { Cents } from "../kernel/money.ts";
import { longDate } from "../kernel/calendar.ts";
import { printedText } from "../kernel/printed-text.ts";
import type {
  Certificate,
  CertificateFacts,
  CertificateRefusal,
  CertificateStatus,
  Covered,
} from "./certificate.schema.ts";
import {
  type LicenseId,
  type ProfileStanding,
  highestLicense,
  isBelowMinimum,
  licenseLabel,
  lowestLicense,
  needsLicenseConfirmation,
} from "../licensing/license.ts";
import { suggestionText } from "../licensing/licensing-messages.ts";

export type {
  Certificate,
  CertificateFacts,
  CertificateRefusal,
  CertificateStatus,
  Covered,
} from "./certificate.schema.ts";

/** The path of the public keys that verify certificates. */
export const CERTIFICATE_KEYS_PATH = "/.well-known/license-certificates.json";

/** Returns a certificate number: a code in License ID format, with the prefix "BC-" instead of "BL-". */
export const certificateNumber = (code: string): string => code.replace(/^BL-/, "BC-");

/** Returns a certificate's number as the store writes it, however it was typed. */
export const typedCertificateNumber = (text: string): string => text.trim().toUpperCase();

const coveredKey = (each: Covered): readonly string[] =>
  each.kind === "plan"
    ? [each.kind, each.label, each.from, each.to, each.source, String(each.license_id)]
    : [each.kind, each.label, each.source, String(each.license_id)];

const key = (facts: CertificateFacts): string =>
  JSON.stringify([
    facts.license_token,
    facts.license_id,
    facts.company_name,
    facts.name,
    facts.address,
    facts.terms_version,
    facts.covered.map(coveredKey),
  ]);

/** Returns whether two certificates state the same facts. Issue a new certificate only if they differ. (LIC-13) */
export const statesTheSame = (one: CertificateFacts, other: CertificateFacts): boolean => key(one) === key(other);

/** A payment, and how much of it was reversed, in cents. `order_id` is null if no order of ours belongs to it. */
interface OrderPayment {
  readonly order_id: string | null;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
}

/**
 * Returns the highest license a customer paid for: that of the current plan (`running`, null if there is none) or of a
 * paid order, or else the lowest, which covers free items. Fully reversed orders don't count. (LIC-13, ORD-06)
 */
export const paidLicense = (
  orders: readonly Pick<Order, "id" | "license_id" | "status">[],
  payments: readonly OrderPayment[],
  running: LicenseId | null,
): LicenseId => {
  const kept = orders.filter(({ id }) => {
    const orderPayments = payments.filter(({ order_id }) => order_id === id);
    return (
      orderPayments.length === 0 ||
      orderPayments.some((each) => each.amount === 0 || reversedAmount(each) < each.amount)
    );
  });
  return highestLicense([minimumAfterOrders(null, kept), running]);
};

/**
 * The facts that a certificate's status depends on: the payments for the plan periods that it covers, in cents, and
 * whether its items are still owned.
 */
export interface MoneyBehind {
  readonly payments: readonly { readonly amount: Cents; readonly refunded: Cents; readonly disputed: Cents }[];
  /** The items that the certificate covers. `held` is whether the buyer still owns the item. */
  readonly items: readonly { readonly held: boolean }[];
}

/** Returns whether refunds and lost disputes reversed a plan's whole payment, or an item was revoked. (LIC-13) */
const isTakenBack = ({ payments, items }: MoneyBehind): boolean =>
  payments.some((payment) => payment.amount > 0 && reversedAmount(payment) >= payment.amount) ||
  items.some(({ held }) => !held);

/**
 * Returns the status of a certificate. It is revoked if anything it covers was reversed, or else superseded if a newer
 * one was issued. The end of a plan doesn't affect it: assets licensed during the plan stay licensed. (LIC-13)
 */
export const certificateStatus = (
  certificate: { readonly superseded: boolean },
  behind: MoneyBehind,
): CertificateStatus => (isTakenBack(behind) ? "revoked" : certificate.superseded ? "superseded" : "valid");

/** Returns the licensee's company and name on one line, or whichever exists. */
export const licenseeName = ({ company_name, name }: Pick<CertificateFacts, "company_name" | "name">): string =>
  [company_name, name].filter((part) => part !== null && part !== "").join(", ");

/** Returns the licensee's texts on a certificate, which may contain characters that its fonts lack. */
export const licenseeTexts = ({
  company_name,
  name,
  address,
}: Pick<CertificateFacts, "company_name" | "name" | "address">): readonly string[] =>
  [company_name, name, address].flatMap((text) => text ?? []);

const printedOrNull = (text: string | null): string | null => {
  const printed = printedText(text ?? "");
  return printed === "" ? null : printed;
};

/** The fields of a licensee profile that a certificate needs. */
export interface CertifiedProfile extends ProfileStanding {
  readonly token: string;
  readonly company_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly address: string;
}

/**
 * Returns the licensee as a certificate prints it. Fails if the profile isn't confirmed or must be confirmed again
 * (`shouldConfirmAgain`), if its license is higher than any that the customer paid for (`paid`), or if its name or
 * address has no visible characters. (LIC-08, LIC-13)
 */
export const certifiedLicensee = (
  profile: CertifiedProfile | null,
  paid: LicenseId,
  shouldConfirmAgain = false,
): Result.Result<Pick<CertificateFacts, "license_token" | "company_name" | "name" | "address">, CertificateRefusal> => {
  if (profile === null || needsLicenseConfirmation(profile, shouldConfirmAgain))
    return Result.fail({ reason: "license_not_confirmed" });
  if (isBelowMinimum(paid, profile.license_id))
    return Result.fail({ reason: "license_not_paid", license_id: profile.license_id });
  const company_name = printedOrNull(profile.company_name);
  const name = printedOrNull(personName(profile));
  const address = printedOrNull(profile.address);
  if ((company_name === null && name === null) || address === null)
    return Result.fail({ reason: "licensee_not_printable", characters: [] });
  return Result.succeed({ license_token: profile.token, company_name, name, address });
};

/** The fields of a certificate that its licenses depend on. */
type CoveredFacts = Pick<CertificateFacts, "license_id"> & { readonly covered: readonly Covered[] };

const coveredText = (each: Covered): string =>
  each.kind === "plan" ? `${each.label}, ${longDate(each.from)} to ${longDate(each.to)}` : each.label;

/** Something that a certificate covers, as text, and the license under which it was bought. */
export interface CoveredItem {
  readonly label: string;
  readonly license_id: LicenseId;
}

/**
 * Returns what a certificate covers and under which license. An account without purchases is licensed for the free
 * libraries.
 */
export const coveredParts = ({ covered, license_id }: CoveredFacts): readonly CoveredItem[] =>
  covered.length === 0
    ? [{ label: "Free library items downloaded with this account", license_id }]
    : covered.map((each) => ({ label: coveredText(each), license_id: each.license_id }));

/** Returns what a certificate covers, one line each, with the license of each. (LIC-13) */
export const coveredLines = (certificate: CoveredFacts): readonly string[] =>
  coveredParts(certificate).map(({ label, license_id }) => `${label}: ${licenseLabel(license_id)} license`);

/**
 * Returns the license of a certificate as a whole: the lowest license of anything that it covers, so that it never
 * states a higher license than was paid for. (LIC-13)
 */
export const statedLicense = (covered: readonly Covered[]): LicenseId =>
  lowestLicense(covered.map(({ license_id }) => license_id));

/**
 * Returns the license of a certificate in words, or a reference to the list of what it covers if the licenses there
 * differ.
 */
export const certificateLicenseText = ({ license_id, covered }: CoveredFacts): string =>
  new Set(covered.map((each) => each.license_id)).size > 1
    ? "As stated for each item below"
    : `${licenseLabel(license_id)}. ${suggestionText(license_id)}`;

/** A line of a certificate: a label, such as "Licensee", and the text next to it. */
export interface CertificateLine {
  readonly name: string;
  readonly text: string;
}

/** Returns the lines of a certificate in print order. Every output format shows the same lines. */
export const certificateLines = (certificate: Certificate): readonly CertificateLine[] => [
  { name: "Licensee", text: licenseeName(certificate) },
  { name: "Address", text: certificate.address },
  { name: "License", text: certificateLicenseText(certificate) },
  { name: "License ID", text: certificate.license_token },
  { name: "Certificate number", text: certificate.number },
  { name: "Issued on", text: longDate(certificate.issued_at) },
  { name: "License agreement", text: `Version ${certificate.terms_version}` },
];

/** The statement on every certificate that grants the licensee's rights. */
export const CERTIFICATE_STATEMENT =
  "The licensee may use the assets below in its own productions and in work for clients, worldwide and " +
  "with no time limit, under the license agreement. Assets licensed as of this date stay licensed after the plan ends.";

/** Returns a sentence that explains a certificate's status. */
export const certificateStatusText = (status: CertificateStatus): string => {
  switch (status) {
    case "valid":
      return "This certificate is valid.";
    case "superseded":
      return "A newer certificate has replaced this one. The assets it covers stay licensed.";
    case "revoked":
      return "This certificate was revoked because a payment behind it was refunded or charged back.";
  }
};
