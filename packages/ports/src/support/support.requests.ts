import * as Schema from "effect/Schema";
import { MAX_ACTOR_LENGTH, MAX_REASON_LENGTH } from "@backlot/domain/accounts/support-action";
import { MailSent, SupportChange } from "@backlot/domain/accounts/support-action.schema";
import { MAX_ARTICLE_DESCRIPTION, MAX_ARTICLE_SOURCE, MAX_ARTICLE_TITLE } from "@backlot/domain/engagement/article";
import { ArticleKind } from "@backlot/domain/engagement/article.schema";
import { isCodeName } from "@backlot/domain/pricing/discount";
import { CartCode } from "@backlot/domain/pricing/discount.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Text, line, text } from "../driving/shared.ts";

/** A discount code to create or change. Stored codes may have names that this check rejects. */
export const NewCartCode = CartCode.check(
  Schema.makeFilter(({ code }) =>
    isCodeName(code) ? undefined : { path: ["code"], issue: 'use up to 100 letters, digits, "-" and "_"' },
  ),
  Schema.makeFilter(({ ended_at }) =>
    ended_at === undefined ? undefined : { path: ["ended_at"], issue: "end a code by deleting it" },
  ),
);

export const words = (maximum: number) =>
  line(maximum).check(Schema.isPattern(/\S/, { expected: "something that is not blank" }));

/** The staff member who requests a change, and the reason, for the audit log. */
export const ACTOR = { actor: words(MAX_ACTOR_LENGTH), reason: words(MAX_REASON_LENGTH) };

/**
 * A refund of a payment, named by its receipt's number, its order, or its ID. `amount` is in cents, and null for all
 * that is left. Applied once per idempotency key.
 */
export const PaymentRefund = Schema.Struct({
  payment: Text,
  amount: Schema.NullOr(Cents.check(Schema.isGreaterThan(0))),
  idempotency_key: Text.check(Schema.isMinLength(16)),
  ...ACTOR,
});

export type PaymentRefund = typeof PaymentRefund.Type;

/** A payment whose refused refunds staff paid another way, named by its receipt's number, its order, or its ID. */
export const RefundSettlement = Schema.Struct({ payment: Text, ...ACTOR });

export type RefundSettlement = typeof RefundSettlement.Type;

/** An email to send again: of a receipt or a certificate by its number, or of a guest's order by its id. */
export const SentMail = Schema.Struct({
  mail: MailSent.fields.mail,
  about: Text,
  ...ACTOR,
});

export type SentMail = typeof SentMail.Type;

/** A certificate to issue for a customer, named by email address or account id. */
export const CustomerCertificate = Schema.Struct({ customer: Text, ...ACTOR });

export type CustomerCertificate = typeof CustomerCertificate.Type;

/** The staff member who requests a change, and the reason. */
export const ByStaff = Schema.Struct(ACTOR);

export type ByStaff = typeof ByStaff.Type;

/** A change that staff make to an account, named by email address or id. Applied once per idempotency key. */
export const CustomerChange = Schema.Struct({
  customer: Text,
  idempotency_key: Text.check(Schema.isMinLength(16)),
  ...ACTOR,
  change: SupportChange,
});

export type CustomerChange = typeof CustomerChange.Type;

/** An article as staff write it. */
export const NewArticle = Schema.Struct({
  kind: ArticleKind,
  slug: Text,
  title: words(MAX_ARTICLE_TITLE),
  description: words(MAX_ARTICLE_DESCRIPTION),
  /** The blog category, for posts only. */
  category: Schema.optional(Schema.NullOr(Text)),
  /** The slug of the collection whose picture the article shows. */
  cover: Schema.optional(Schema.NullOr(Text)),
  /** The article's text, in Markdown. */
  source: text(MAX_ARTICLE_SOURCE).check(Schema.isPattern(/\S/, { expected: "some text" })),
});

export type NewArticle = typeof NewArticle.Type;

/** A word or phrase with synonyms. */
export const Synonym = words(100).check(Schema.isPattern(/[\p{L}\p{N}]/u, { expected: "letters or digits" }));
