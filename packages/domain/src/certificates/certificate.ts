import * as Result from "effect/Result";
import { personName } from "../accounts/account.ts";
import { reversedAmount } from "../disputes/dispute.ts";
import { minimumAfterOrders } from "../orders/order-policy.ts";
import type { Order } from "../orders/order.ts";
import type { Cents } from "../kernel/money.ts";
import { longDate } from "../kernel/calendar.ts";
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
  needsLicenseConfirmation,
} from "../licensing/license.ts";
import { suggestionText } from "../licensing/licensing-messages.ts";

export type { Certificate, CertificateFacts, CertificateStatus, Covered } from "./certificate.schema.ts";

/** The version of the license agreement that certificates are issued under: raise it with the agreement's text. */
export const TERMS_VERSION = "2026-11";

/** The number of a certificate, from a code in the form of a License ID. (LIC-13) */
export const certificateNumber = (code: string): string => code.replace(/^BL-/, "BC-");

const coveredKey = (each: Covered): readonly string[] =>
  each.kind === "plan"
    ? [each.kind, each.label, each.from, each.to, each.source]
    : [each.kind, each.label, each.source];

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

/** Whether two certificates state the same: one that does is not issued again. (LIC-13) */
export const statesTheSame = (one: CertificateFacts, other: CertificateFacts): boolean => key(one) === key(other);

/** A payment of an order, and what of it went back. Amounts in cents. */
interface OrderPayment {
  readonly order_id: string | null;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly disputed: Cents;
}

/**
 * The license that somebody has paid under: of the plan that runs, or of what they bought; the lowest, which free items
 * come with. An order whose money went back whole counts for nothing. (LIC-13, ORD-06)
 */
export const paidLicense = (
  orders: readonly Pick<Order, "id" | "license_id" | "status">[],
  payments: readonly OrderPayment[],
  running: LicenseId | null,
): LicenseId => {
  const kept = orders.filter(({ id }) => {
    const own = payments.filter(({ order_id }) => order_id === id);
    return own.length === 0 || own.some((each) => each.amount === 0 || reversedAmount(each) < each.amount);
  });
  return highestLicense([minimumAfterOrders(null, kept), running]);
};

/** What became of the money behind a certificate: the payments of its plans, and its items. Amounts in cents. */
export interface MoneyBehind {
  readonly payments: readonly { readonly amount: Cents; readonly refunded: Cents; readonly disputed: Cents }[];
  /** Whether an item is still held by who bought it. */
  readonly items: readonly { readonly held: boolean }[];
}

/**
 * Whether money behind a certificate was taken back: a plan's whole payment, by refunds and lost disputes together, or
 * what an item was bought with. (LIC-13, ORD-06)
 */
const isTakenBack = ({ payments, items }: MoneyBehind): boolean =>
  payments.some((payment) => payment.amount > 0 && reversedAmount(payment) >= payment.amount) ||
  items.some(({ held }) => !held);

/**
 * How a certificate stands: revoked once money was taken back that stands behind something it covers, else superseded
 * once another one was issued. The end of a plan changes nothing: what was licensed then stays licensed. (LIC-13)
 */
export const certificateStatus = (known: { readonly superseded: boolean }, behind: MoneyBehind): CertificateStatus =>
  isTakenBack(behind) ? "revoked" : known.superseded ? "superseded" : "valid";

/** Who is licensed, in one line. */
export const licenseeName = ({ company_name, name }: Pick<CertificateFacts, "company_name" | "name">): string =>
  [company_name, name].filter((part) => part !== null && part !== "").join(", ");

/** Letters that a certificate is printed in, and the signs, figures and accents that go with them. */
const SCRIPTS = ["Latin", "Greek", "Cyrillic", "Devanagari", "Inherited"].map((script) => `\\p{Script=${script}}`);
const PRINTED = new RegExp(`^[${SCRIPTS.join("")}[\\p{Script=Common}&&[\\s\\u0020-\\u20cf]]™№]*$`, "v");

/** Whether a certificate can show who is licensed, and where. One that leaves a field empty is none. (LIC-13) */
export const isPrintable = ({
  company_name,
  name,
  address,
}: Pick<CertificateFacts, "company_name" | "name" | "address">): boolean =>
  [company_name, name, address].every((text) => PRINTED.test(text ?? ""));

/** What of a licensee profile a certificate states. */
export interface CertifiedProfile extends ProfileStanding {
  readonly token: string;
  readonly company_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly address: string;
}

/**
 * Who is licensed, as a certificate states it. The profile must be confirmed, again where support asks for that
 * (`shouldConfirmAgain`), and its license paid for: what somebody says of themselves is no license. Name and address
 * must be letters that can be printed. (LIC-08, LIC-13)
 */
export const certifiedLicensee = (
  profile: CertifiedProfile | null,
  paid: LicenseId,
  shouldConfirmAgain = false,
): Result.Result<
  Pick<CertificateFacts, "license_token" | "license_id" | "company_name" | "name" | "address">,
  CertificateRefusal
> => {
  if (profile === null || needsLicenseConfirmation(profile, shouldConfirmAgain))
    return Result.fail({ reason: "licence_not_confirmed" });
  if (isBelowMinimum(paid, profile.license_id))
    return Result.fail({ reason: "licence_not_paid", license_id: profile.license_id });
  const { token, company_name, address } = profile;
  const whole = personName(profile);
  const name = whole === "" ? null : whole;
  if (!isPrintable({ company_name, name, address })) return Result.fail({ reason: "licensee_not_printable" });
  return Result.succeed({ license_token: token, license_id: paid, company_name, name, address });
};

const coveredText = (each: Covered): string =>
  each.kind === "plan" ? `${each.label}, ${longDate(each.from)} to ${longDate(each.to)}` : each.label;

/** What a certificate covers, a line each. An account that bought nothing is licensed for what is free. (LIC-13) */
export const coveredLines = ({ covered }: Pick<CertificateFacts, "covered">): readonly string[] =>
  covered.length === 0 ? ["The free libraries, as downloaded with this account"] : covered.map(coveredText);

/** A fact of a certificate under its name. */
export interface CertificateLine {
  readonly name: string;
  readonly text: string;
}

/** What a certificate states, in the order of its page; the same for every rendering of it. (LIC-13) */
export const certificateLines = (certificate: Certificate): readonly CertificateLine[] => [
  { name: "Licensee", text: licenseeName(certificate) },
  { name: "Address", text: certificate.address },
  { name: "License", text: `${licenseLabel(certificate.license_id)}. ${suggestionText(certificate.license_id)}` },
  { name: "License ID", text: certificate.license_token },
  { name: "Certificate number", text: certificate.number },
  { name: "Issued on", text: longDate(certificate.issued_at) },
  { name: "License agreement", text: `Version ${certificate.terms_version}` },
];

/** What a certificate grants, as a sentence on it. (LIC-13) */
export const CERTIFICATE_STATEMENT =
  "The licensee may use the assets below in its own productions and in work for clients, worldwide and " +
  "without an end, under the license agreement. What was licensed on this day stays licensed after a " +
  "plan has ended.";

/** What is said of how a certificate stands. (LIC-13) */
export const certificateStatusText = (status: CertificateStatus): string => {
  switch (status) {
    case "valid":
      return "This certificate is valid.";
    case "superseded":
      return "A newer certificate was issued since. What this one covers stays licensed.";
    case "revoked":
      return "This certificate was revoked: money behind it was refunded, or taken back by its payer.";
  }
};
