import * as Schema from "effect/Schema";
import { MAX_GRANTED_CREDITS } from "../credits/credits.ts";
import { Instant } from "../kernel/calendar.schema.ts";
import { Cents } from "../kernel/money.schema.ts";
import { LicenseId } from "../licensing/license.schema.ts";
import { RefundTakes } from "./refund-takes.schema.ts";

/** The most account credit that one change can pay out, in cents. */
const MAX_PAYOUT = 100_000_000;

const kind = <K extends string>(name: K) => ({ kind: Schema.Literal(name) });

/** A change that support staff can request for an account. */
export const SupportChange = Schema.Union([
  Schema.Struct(kind("lock")),
  Schema.Struct(kind("unlock")),
  Schema.Struct({
    ...kind("grant_credits"),
    credits: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_GRANTED_CREDITS })),
  }),
  Schema.Struct({ ...kind("set_minimum_license"), license_id: LicenseId }),
  Schema.Struct(kind("resend_confirmation")),
  /** Refunds account credit to the payments that it came from. The amount is in cents, with tax. */
  Schema.Struct({
    ...kind("pay_out_account_credit"),
    amount: Cents.check(Schema.isBetween({ minimum: 1, maximum: MAX_PAYOUT })),
  }),
]).annotate({ identifier: "SupportChange" });
export type SupportChange = typeof SupportChange.Type;

/** What the refund was expected to take from the customer. Older records don't have it. */
const TAKES = { takes: Schema.optional(RefundTakes) };

/** The audit record of an order item that staff revoked and refunded. The amount is in cents. */
const ItemTakenBack = Schema.Struct({
  ...kind("refund_item"),
  order_id: Schema.String,
  variant_id: Schema.Int,
  amount: Cents,
  ...TAKES,
});

/** The audit record of a payment that staff refunded in part or in whole. The amount is in cents. */
const PaymentRefunded = Schema.Struct({
  ...kind("refund_payment"),
  payment_id: Schema.String,
  /** The number of the payment's receipt. */
  receipt: Schema.String,
  amount: Cents,
  ...TAKES,
});

/** The audit record of refused refunds that staff paid another way. The amount is in cents. */
const RefundsSettled = Schema.Struct({
  ...kind("settle_refunds"),
  payment_id: Schema.String,
  /** The number of the payment's receipt. */
  receipt: Schema.String,
  amount: Cents,
});

/**
 * The audit record of an email that staff sent: a repeated receipt, guest link, or certificate, or the request for the
 * licensee.
 */
export const MailSent = Schema.Struct({
  ...kind("send_mail"),
  mail: Schema.Literals(["receipt", "guest_link", "certificate", "licensee"]),
  /** The receipt's or the certificate's number, or the order's or the account's id. */
  about: Schema.String,
});

/** The audit record of a certificate that staff issued. */
const CertificateIssued = Schema.Struct({ ...kind("issue_certificate"), number: Schema.String });

/** The audit record of staff revoking an order's links. */
const LinksRevoked = Schema.Struct({ ...kind("revoke_links"), order_id: Schema.String });

/**
 * An audit record of a staff change to an account: who made it, when, and why. Immutable, except that deleting the
 * account clears the reason. (CLI-02)
 */
export const SupportAction = Schema.Struct({
  id: Schema.String,
  at: Instant,
  actor: Schema.String,
  /** Whether a personal staff key authenticated the actor. With a shared key, the actor is only a claimed name. */
  proven: Schema.Boolean,
  reason: Schema.String,
  change: Schema.Union([
    ...SupportChange.members,
    ItemTakenBack,
    LinksRevoked,
    PaymentRefunded,
    RefundsSettled,
    MailSent,
    CertificateIssued,
  ]),
}).annotate({ identifier: "SupportAction" });
export type SupportAction = typeof SupportAction.Type;
