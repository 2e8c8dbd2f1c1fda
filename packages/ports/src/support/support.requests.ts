import { words, ACTOR } from "../driving/staff.ts";
import * as Schema from "effect/Schema";
import { MailSent, SupportChange } from "@backlot/domain/accounts/support-action.schema";
import { isCodeName } from "@backlot/domain/pricing/discount";
import { CartCode } from "@backlot/domain/pricing/discount.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Text } from "../driving/shared.ts";

/** A discount code to create or change. Stored codes may have names that this check rejects. */
export const NewCartCode = CartCode.check(
  Schema.makeFilter(({ code }) =>
    isCodeName(code) ? undefined : { path: ["code"], issue: 'Use up to 100 letters, digits, "-", and "_".' },
  ),
  Schema.makeFilter(({ ended_at }) =>
    ended_at === undefined ? undefined : { path: ["ended_at"], issue: "To end a code, delete it." },
  ),
);

/**
 * A refund of a payment, which is identified by its receipt's number, its order, or its ID. `amount` is in cents, or
 * null for everything that is left. Applied once per idempotency key.
 */
export const PaymentRefund = Schema.Struct({
  payment: Text,
  amount: Schema.NullOr(Cents.check(Schema.isGreaterThan(0))),
  idempotency_key: Text.check(Schema.isMinLength(16)),
  ...ACTOR,
});

export type PaymentRefund = typeof PaymentRefund.Type;

/** A payment whose refused refunds staff paid another way, identified by its receipt's number, its order, or its ID. */
export const RefundSettlement = Schema.Struct({ payment: Text, ...ACTOR });

export type RefundSettlement = typeof RefundSettlement.Type;

/** An email to resend: a receipt or a certificate by its number, or a guest's order links by the order's id. */
export const SentMail = Schema.Struct({
  mail: MailSent.fields.mail,
  about: Text,
  ...ACTOR,
});

export type SentMail = typeof SentMail.Type;

/** A certificate to issue for a customer, identified by email address or account id. */
export const CustomerCertificate = Schema.Struct({ customer: Text, ...ACTOR });

export type CustomerCertificate = typeof CustomerCertificate.Type;

/**
 * A change that staff make to an account, which is identified by email address or id. Applied once per idempotency key.
 */
export const CustomerChange = Schema.Struct({
  customer: Text,
  idempotency_key: Text.check(Schema.isMinLength(16)),
  ...ACTOR,
  change: SupportChange,
});

export type CustomerChange = typeof CustomerChange.Type;

export const Synonym = words(100).check(Schema.isPattern(/[\p{L}\p{N}]/u, { expected: "letters or digits" }));
