import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { MAX_ACTOR_LENGTH, MAX_REASON_LENGTH } from "@backlot/domain/accounts/support-action";
import { MailSent, SupportAction, SupportChange } from "@backlot/domain/accounts/support-action.schema";
import { StockedCollection } from "@backlot/domain/catalog/stock.schema";
import { MAX_ARTICLE_DESCRIPTION, MAX_ARTICLE_SOURCE, MAX_ARTICLE_TITLE } from "@backlot/domain/engagement/article";
import { ArticleKind, ArticleSource } from "@backlot/domain/engagement/article.schema";
import { MAX_NOTIFICATION_BODY, MAX_NOTIFICATION_HEADING } from "@backlot/domain/engagement/notification";
import { Notification, SetNotification } from "@backlot/domain/engagement/notification.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { isCodeName } from "@backlot/domain/pricing/discount";
import { CartCode, Promo } from "@backlot/domain/pricing/discount.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { CreditLot } from "@backlot/domain/credits/ledger.schema";
import { RefundCause } from "@backlot/domain/funding/refund-cause.schema";
import { Wire } from "../driving/errors.ts";
import { AccountExport } from "../profile/users.contract.ts";
import { CertificateView } from "../certificates/certificates.contract.ts";
import { UserView } from "../accounts/accounts.contract.ts";
import { ByAddress } from "../engagement/articles.contract.ts";
import { RunningSaleView } from "../engagement/settings.contract.ts";
import { OrderView } from "../orders/orders.contract.ts";
import {
  ByKey,
  Id,
  PageSize,
  PaymentMethod,
  ProviderErrors,
  SupportRequired,
  Text,
  data,
  line,
  text,
} from "../driving/shared.ts";
import { ChangePreviewView } from "../subscriptions/subscriptions.contract.ts";
import { FAULT_CODES } from "@backlot/domain/support/fault";
import { StaffAction } from "@backlot/domain/support/store-change.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";

/** A refund that is due, awaits the provider's confirmation ("issued"), or has failed. Amounts in cents. */
export const UnsettledRefund = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["due", "issued", "failed"]),
  cause: RefundCause,
  cause_reference: Schema.String,
  payment_id: Schema.String,
  amount: Cents,
  account_credit: Cents,
  created_at: Instant,
}).annotate({ identifier: "UnsettledRefund" });

export type UnsettledRefund = typeof UnsettledRefund.Type;

/** A payment whose amount differs from its order's quote. Amounts in cents. */
export const MismatchedPaymentView = Schema.Struct({
  payment_id: Schema.String,
  order_id: Schema.NullOr(Schema.String),
  user_id: Schema.String,
  amount: Cents,
  quoted: Cents,
  at: Instant,
}).annotate({ identifier: "MismatchedPayment" });

export type MismatchedPaymentView = typeof MismatchedPaymentView.Type;

/**
 * Money that was refunded or lost in a dispute, but whose credits, period, or items could no longer be revoked. In
 * cents.
 */
export const UnrecoveredMoneyView = Schema.Struct({
  user_id: Schema.String,
  payment_id: Schema.String,
  amount: Cents,
  at: Instant,
}).annotate({ identifier: "UnrecoveredMoney" });

export type UnrecoveredMoneyView = typeof UnrecoveredMoneyView.Type;

/** A dispute that is neither won nor lost yet. Amounts in cents. */
export const OpenDispute = Schema.Struct({
  dispute_id: Schema.String,
  provider: Schema.Literals(["stripe", "paypal"]),
  user_id: Schema.String,
  payment_id: Schema.String,
  amount: Cents,
  opened_at: Instant,
}).annotate({ identifier: "OpenDispute" });

export type OpenDispute = typeof OpenDispute.Type;

const { sessions: _sessions, wishlist: _wishlist, ...Kept } = AccountExport.fields;

/** An account as support staff see it, with its purchases, what limits it, and the staff's actions. */
export const CustomerView = Schema.Struct({
  ...Kept,
  support_actions: Schema.Array(SupportAction),
  /** Whether wrong passwords have locked the email address for a while. `user.locked` is support's own lock. */
  password_locked: Schema.Boolean,
  /** Every credit lot, oldest first. */
  credit_lots: Schema.Array(CreditLot),
  /** The downloads that counted today (UTC), and how many a day the plan includes. */
  downloads_today: Schema.Struct({ count: Schema.Int, limit: Schema.Int }),
  /** The collections that credits were spent on. */
  spent_on: Schema.Array(Schema.Struct({ collection_id: Schema.Int, name: Schema.String })),
  /** The names of the files in `downloads`. */
  files: Schema.Array(Schema.Struct({ variant_id: Schema.Int, name: Schema.String, resolution: Schema.String })),
}).annotate({ identifier: "Customer" });

export type CustomerView = typeof CustomerView.Type;

/** A customer whom a search found. `company` is the licensee's, or null. */
export const FoundCustomerView = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  first_name: Schema.String,
  last_name: Schema.String,
  company: Schema.NullOr(Schema.String),
  is_guest: Schema.Boolean,
}).annotate({ identifier: "FoundCustomer" });

export type FoundCustomerView = typeof FoundCustomerView.Type;

/** Whether a customer may download the files of an item now, and what prevents it. */
export const DownloadCheckView = Schema.Struct({
  name: Schema.String,
  /** Whether support has locked the account, which keeps its owner from signing in. */
  locked: Schema.Boolean,
  /** Whether wrong passwords have locked the email address for a while. */
  password_locked: Schema.Boolean,
  /** For each file: the rule that refuses the download, and what the customer is told; null if nothing refuses it. */
  files: Schema.Array(
    Schema.Struct({
      variant_id: Schema.Int,
      resolution: Schema.String,
      reason: Schema.NullOr(
        Schema.Literals([
          "SignInToDownload",
          "NeedsPaidPlan",
          "NeedsPurchase",
          "NeedsPlanFor4K",
          "PaymentDisputed",
          "DailyLimitReached",
        ]),
      ),
      message: Schema.NullOr(Schema.String),
    }),
  ),
}).annotate({ identifier: "DownloadCheck" });

export type DownloadCheckView = typeof DownloadCheckView.Type;

/**
 * What a discount code does for a customer, for carts and for new plans; null if there is no such code. `refusal` is
 * why it doesn't apply to them now, or null if it does.
 */
export const CodeExplanation = Schema.Struct({
  cart: Schema.NullOr(
    Schema.Struct({
      code: CartCode,
      uses_by_customer: Schema.Int,
      uses: Schema.Int,
      refusal: Schema.NullOr(Schema.String),
    }),
  ),
  plan: Schema.NullOr(Schema.Struct({ promo: Promo, refusal: Schema.NullOr(Schema.String) })),
}).annotate({ identifier: "CodeExplanation" });

export type CodeExplanation = typeof CodeExplanation.Type;

/**
 * A page of the audit log: what staff did to accounts and to the whole store, newest first. `user_id` and `email` are
 * null for what concerns the whole store. Pass the last `seq` as `starting_after` to get the next page.
 */
export const AuditPage = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      ...StaffAction.fields,
      seq: Schema.Int,
      user_id: Schema.NullOr(Schema.String),
      email: Schema.NullOr(Schema.String),
    }),
  ),
  has_more: Schema.Boolean,
}).annotate({ identifier: "AuditPage" });

export type AuditPage = typeof AuditPage.Type;

const FAULT = {
  code: Schema.Literals(FAULT_CODES),
  /** The payment, order, lot, plan, or other record that it is about. */
  about: Schema.String,
  says: Schema.String,
};

/** Something in the store's records that must not be. */
export const FaultView = Schema.Struct(FAULT).annotate({ identifier: "Fault" });

export type FaultView = typeof FaultView.Type;

/**
 * The result of checking a page of customers. Pass `next` as `starting_after` to check more; it is null after the last
 * customer.
 */
export const AccountCheck = Schema.Struct({
  checked: Schema.Int,
  faults: Schema.Array(Schema.Struct({ ...FAULT, user_id: Schema.String, email: Schema.String })),
  next: Schema.NullOr(Schema.String),
}).annotate({ identifier: "AccountCheck" });

export type AccountCheck = typeof AccountCheck.Type;

/** An order with the staff's actions on it. */
export const SupportOrderView = Schema.Struct({
  ...OrderView.fields,
  support_actions: Schema.Array(SupportAction),
}).annotate({ identifier: "SupportOrder" });

export type SupportOrderView = typeof SupportOrderView.Type;

/**
 * A page of cart discount codes, by name. Pass the last code as `starting_after` to get the next page. `limit` defaults
 * to 100.
 */
export const CodePage = Schema.Struct({
  data: Schema.Array(Schema.Struct({ code: CartCode, uses: Schema.Int })),
  has_more: Schema.Boolean,
}).annotate({ identifier: "CodePage" });

export type CodePage = typeof CodePage.Type;

/**
 * The result of importing one collection, with the files it needs. `sha256` is null for a file that is missing or that
 * the store generates.
 */
export const StockResult = Schema.Struct({
  id: Schema.Int,
  slug: Schema.String,
  outcome: Schema.Literals(["added", "changed", "unchanged"]),
  listed: Schema.Boolean,
  files: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      source: Schema.String,
      is_there: Schema.Boolean,
      sha256: Schema.NullOr(Schema.String),
    }),
  ),
}).annotate({ identifier: "StockResult" });

export type StockResult = typeof StockResult.Type;

/**
 * A page of all collections, in the form that import accepts. Pass the last id as `starting_after` to get the next
 * page.
 */
export const StockPage = Schema.Struct({
  data: Schema.Array(Schema.Struct({ id: Schema.Int, listed: Schema.Boolean, collection: StockedCollection })),
  has_more: Schema.Boolean,
}).annotate({ identifier: "StockPage" });

/** A discount code to create or change. Stored codes may have names that this check rejects. */
const NewCartCode = CartCode.check(
  Schema.makeFilter(({ code }) =>
    isCodeName(code) ? undefined : { path: ["code"], issue: 'use up to 100 letters, figures, "-" and "_"' },
  ),
  Schema.makeFilter(({ ended_at }) =>
    ended_at === undefined ? undefined : { path: ["ended_at"], issue: "end a code by deleting it" },
  ),
);

const words = (maximum: number) =>
  line(maximum).check(Schema.isPattern(/\S/, { expected: "something that is no blank" }));

/** The staff member who requests a change, and the reason, for the audit log. */
const ACTOR = { actor: words(MAX_ACTOR_LENGTH), reason: words(MAX_REASON_LENGTH) };

const RefundState = Schema.Struct({ amount: Cents, status: Schema.Literals(["refunded", "issued", "due", "failed"]) });

/** What a refund of a payment would pay and take back. Amounts in cents. */
export const RefundPreview = Schema.Struct({
  payment_id: Schema.String,
  /** The receipt's number. */
  receipt: Schema.String,
  title: Schema.String,
  email: Schema.String,
  paid: Cents,
  /** What was refunded or lost in disputes before. */
  refunded: Cents,
  amount: Cents,
  takes: Schema.Struct({
    credits: Schema.Int,
    /** The names of the items that the customer loses. */
    items: Schema.Array(Schema.String),
    ends_plan: Schema.Boolean,
    /** The part of the refund for which nothing is left to revoke. */
    unrecovered: Cents,
  }),
}).annotate({ identifier: "RefundPreview" });

export type RefundPreview = typeof RefundPreview.Type;

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

/** Operations for support staff. */
export class Support extends HttpApiGroup.make("support")
  .add(
    HttpApiEndpoint.get("money", "/support/money", {
      success: data(
        Schema.Struct({
          refunds: Schema.Array(UnsettledRefund),
          mismatched: Schema.Array(MismatchedPaymentView),
          unrecovered: Schema.Array(UnrecoveredMoneyView),
          disputes: Schema.Array(OpenDispute),
        }),
      ),
    }),
    HttpApiEndpoint.get("customer", "/support/customers", {
      /** An email address or account id. */
      query: { customer: Text },
      success: data(CustomerView),
      error: [Wire.notFound],
    }),
    HttpApiEndpoint.get("customers", "/support/customers/search", {
      /** An email address, an account, order, or License ID, or words of a name, company, or email address. */
      query: { text: Text },
      /** `has_more` is true if more match than are listed. */
      success: Schema.Struct({ data: Schema.Array(FoundCustomerView), has_more: Schema.Boolean }),
    }),
    HttpApiEndpoint.get("changePreview", "/support/customers/change_preview", {
      query: {
        customer: Text,
        plan_variant_id: Id,
        license_id: Schema.optional(LicenseId),
        payment_method: PaymentMethod,
      },
      success: data(ChangePreviewView),
      error: ProviderErrors,
    }),
    HttpApiEndpoint.get("downloadCheck", "/support/customers/download_check", {
      /** `item` is a collection's slug. */
      query: { customer: Text, item: Text },
      success: data(DownloadCheckView),
      error: [Wire.notFound],
    }),
    HttpApiEndpoint.post("changeCustomer", "/support/customers/changes", {
      payload: CustomerChange,
      /** `changed` is false if the change had no effect. */
      success: data(Schema.Struct({ changed: Schema.Boolean, user: UserView })),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.get("actions", "/support/actions", {
      /** `actor` is a staff member's name, and `since` the earliest time. */
      query: { ...ByKey, actor: Schema.optional(Text), since: Schema.optional(Instant) },
      success: AuditPage,
    }),
    HttpApiEndpoint.get("checkStore", "/support/checkup", {
      success: data(Schema.Struct({ faults: Schema.Array(FaultView) })),
      error: [Wire.providerUnreachable],
    }),
    HttpApiEndpoint.get("checkAccounts", "/support/checkup/customers", {
      /** With `customer`, an email address or account id, it checks that one alone. */
      query: {
        customer: Schema.optional(Text),
        starting_after: Schema.optional(Text),
        limit: Schema.optional(PageSize),
      },
      success: data(AccountCheck),
      error: [Wire.notFound, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.get("codes", "/support/codes", {
      query: { starting_after: Schema.optional(Text), limit: Schema.optional(PageSize) },
      success: CodePage,
    }),
    HttpApiEndpoint.get("explainCode", "/support/codes/explain", {
      query: { customer: Text, code: Text },
      success: data(CodeExplanation),
      error: [Wire.notFound, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.put("putCode", "/support/codes", {
      payload: Schema.Struct({ code: NewCartCode, ...ACTOR }),
      success: data(CartCode),
    }),
    HttpApiEndpoint.delete("endCode", "/support/codes/:code", {
      params: { code: Text },
      query: ACTOR,
      success: HttpApiSchema.NoContent,
      error: Wire.notFound,
    }),
    HttpApiEndpoint.get("stock", "/support/collections", { query: ByKey, success: StockPage }),
    HttpApiEndpoint.put("putStock", "/support/collections", {
      payload: Schema.Struct({
        collections: Schema.Array(StockedCollection).check(Schema.isMaxLength(100)),
        ...ACTOR,
      }),
      success: data(Schema.Array(StockResult)),
      error: [Wire.conflict],
    }),
    HttpApiEndpoint.post("withdrawStock", "/support/collections/withdraw", {
      payload: Schema.Struct({ slugs: Schema.NullOr(Schema.Array(Text).check(Schema.isMaxLength(500))), ...ACTOR }),
      success: data(Schema.Struct({ withdrawn: Schema.Int })),
    }),
    HttpApiEndpoint.get("sale", "/support/sale", { success: data(Schema.NullOr(RunningSaleView)) }),
    HttpApiEndpoint.put("startSale", "/support/sale", {
      payload: Schema.Struct({ ends_at: Schema.optional(Schema.NullOr(Instant)), ...ACTOR }),
      success: data(RunningSaleView),
    }),
    HttpApiEndpoint.delete("endSale", "/support/sale", { query: ACTOR, success: HttpApiSchema.NoContent }),
    HttpApiEndpoint.get("notifications", "/support/notifications", {
      success: data(Schema.Array(SetNotification)),
    }),
    HttpApiEndpoint.put("putNotification", "/support/notifications", {
      payload: Schema.Struct({
        notification_type: Notification.fields.notification_type,
        heading: words(MAX_NOTIFICATION_HEADING),
        body: text(MAX_NOTIFICATION_BODY),
        ends_at: Schema.optional(Schema.NullOr(Instant)),
        ...ACTOR,
      }),
      success: data(SetNotification),
    }),
    HttpApiEndpoint.delete("removeNotification", "/support/notifications/:notification_type", {
      params: { notification_type: Notification.fields.notification_type },
      query: ACTOR,
      success: HttpApiSchema.NoContent,
    }),
    HttpApiEndpoint.get("article", "/support/articles/:kind/:slug", {
      params: ByAddress,
      success: data(ArticleSource),
      error: Wire.notFound,
    }),
    HttpApiEndpoint.put("putArticle", "/support/articles", {
      payload: Schema.Struct({ ...NewArticle.fields, ...ACTOR }),
      success: data(ArticleSource),
    }),
    HttpApiEndpoint.delete("removeArticle", "/support/articles/:kind/:slug", {
      params: ByAddress,
      query: ACTOR,
      success: HttpApiSchema.NoContent,
      error: Wire.notFound,
    }),
    HttpApiEndpoint.get("previewRefund", "/support/payments/refund_preview", {
      /** `amount` is in cents; without it, all that is left. */
      query: { payment: Text, amount: Schema.optional(Id) },
      success: data(RefundPreview),
      error: [Wire.notFound, Wire.conflict],
    }),
    HttpApiEndpoint.post("refundPayment", "/support/payments/refunds", {
      payload: PaymentRefund,
      success: data(RefundState),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("sendMail", "/support/mails", {
      payload: SentMail,
      /** `sent` is false if the same email is waiting, or was sent in the last minutes. */
      success: data(Schema.Struct({ to: Schema.String, sent: Schema.Boolean })),
      error: [Wire.notFound, Wire.conflict],
    }),
    HttpApiEndpoint.post("issueCertificate", "/support/certificates", {
      payload: CustomerCertificate,
      success: data(CertificateView),
      error: [Wire.notFound, Wire.conflict, Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.get("certificateFile", "/support/certificates/:number/file", {
      params: { number: Text },
      /** The PDF, base64-encoded. */
      success: data(Schema.Struct({ file_name: Schema.String, pdf: Schema.String })),
      error: [Wire.notFound],
    }),
    HttpApiEndpoint.get("order", "/support/orders/:id", {
      params: { id: Text },
      success: data(SupportOrderView),
      error: [Wire.notFound],
    }),
    HttpApiEndpoint.post("refundItem", "/support/orders/:id/refunds", {
      params: { id: Text },
      payload: Schema.Struct({ variant_id: Id, ...ACTOR }),
      success: data(RefundState),
      error: [Wire.notFound, Wire.conflict],
    }),
    HttpApiEndpoint.post("revokeOrderLinks", "/support/orders/:id/revoke_links", {
      params: { id: Text },
      payload: ByStaff,
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound],
    }),
  )
  .middleware(SupportRequired) {}
