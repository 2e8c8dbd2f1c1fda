import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { StockedCollection } from "@backlot/domain/catalog/stock.schema";
import { HomePage, HomePageChange } from "@backlot/domain/catalog/home-page.schema";
import { MAX_SYNONYMS } from "@backlot/domain/catalog/search-tokens";
import { ArticleSource } from "@backlot/domain/engagement/article.schema";
import { MAX_NOTIFICATION_BODY, MAX_NOTIFICATION_HEADING } from "@backlot/domain/engagement/notification";
import { Notification, SetNotification } from "@backlot/domain/engagement/notification.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { CartCode } from "@backlot/domain/pricing/discount.schema";
import { STAFF_ROLES } from "@backlot/domain/accounts/staff-role";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Wire } from "../driving/errors.ts";
import { CertificateView } from "../certificates/certificates.contract.ts";
import { UserView } from "../accounts/accounts.contract.ts";
import { ByAddress } from "../engagement/articles.contract.ts";
import { RunningSaleView } from "../engagement/settings.contract.ts";
import {
  ByKey,
  Id,
  NeedsRole,
  PageSize,
  PaymentMethod,
  ProviderErrors,
  SupportRequired,
  Text,
  data,
  text,
} from "../driving/shared.ts";
import { ChangePreviewView } from "../subscriptions/subscriptions.contract.ts";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import {
  PaymentRefund,
  SentMail,
  CustomerCertificate,
  ByStaff,
  CustomerChange,
  NewArticle,
  NewCartCode,
  words,
  ACTOR,
  RefundSettlement,
  Synonym,
} from "./support.requests.ts";
import {
  UnsettledRefund,
  MismatchedPaymentView,
  UnrecoveredMoneyView,
  OpenDispute,
  CustomerView,
  FoundCustomerView,
  DownloadCheckView,
  CodeExplanation,
  AuditPage,
  FaultView,
  AccountCheck,
  SupportOrderView,
  ListedOrders,
  CodePage,
  StockResult,
  StockPage,
  RefundPreview,
  SupportPayment,
  RefusedEmail,
  RefundState,
} from "./support.views.ts";

/** Operations for support staff. */
export class Support extends HttpApiGroup.make("support")
  .add(
    HttpApiEndpoint.get("me", "/support/me", {
      /** The owner of the support key, or null for the shared one, and what it allows. */
      success: data(Schema.Struct({ name: Schema.NullOr(Schema.String), role: Schema.Literals(STAFF_ROLES) })),
    }),
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
      /**
       * An email address, an account, order, or License ID, words of a name, company, or email address, or a card's
       * last four digits.
       */
      query: { text: Text },
      /** `has_more` is true if more match than are listed. */
      success: Schema.Struct({ data: Schema.Array(FoundCustomerView), has_more: Schema.Boolean }),
      error: [Wire.providerUnreachable],
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
    }).annotate(NeedsRole, "support"),
    HttpApiEndpoint.get("actions", "/support/actions", {
      /** `actor` is a staff member's name, and `since` the earliest time. */
      query: { ...ByKey, actor: Schema.optional(Text), since: Schema.optional(Instant) },
      success: AuditPage,
    }),
    HttpApiEndpoint.get("checkStore", "/support/checkup", {
      success: data(Schema.Struct({ faults: Schema.Array(FaultView) })),
    }),
    HttpApiEndpoint.get("checkAccounts", "/support/checkup/customers", {
      /** With `customer`, an email address or account id, it checks that one alone. */
      query: {
        customer: Schema.optional(Text),
        starting_after: Schema.optional(Text),
        limit: Schema.optional(PageSize),
      },
      success: data(AccountCheck),
      error: [Wire.notFound],
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
    HttpApiEndpoint.post("removeStock", "/support/collections/remove", {
      payload: Schema.Struct({ slugs: Schema.Array(Text).check(Schema.isMaxLength(500)), ...ACTOR }),
      success: data(Schema.Struct({ removed: Schema.Int })),
      error: [Wire.conflict],
    }),
    HttpApiEndpoint.get("homePage", "/support/home_page", { success: data(HomePage) }),
    HttpApiEndpoint.put("putHomePage", "/support/home_page", {
      /** What is left out stays as it is. */
      payload: Schema.Struct({ ...HomePageChange.fields, ...ACTOR }),
      success: data(HomePage),
    }),
    HttpApiEndpoint.post("stockSample", "/support/collections/sample", {
      payload: Schema.Struct(ACTOR),
      success: data(Schema.Struct({ collections: Schema.Int })),
      error: [Wire.conflict],
    }),
    HttpApiEndpoint.get("synonyms", "/support/synonyms", { success: data(Schema.Array(Schema.Array(Schema.String))) }),
    HttpApiEndpoint.put("putSynonyms", "/support/synonyms", {
      /** Words and phrases that mean the same. They replace the groups that they belonged to. */
      payload: Schema.Struct({
        words: Schema.Array(Synonym).check(Schema.isMinLength(2), Schema.isMaxLength(MAX_SYNONYMS)),
        ...ACTOR,
      }),
      success: data(Schema.Array(Schema.String)),
    }),
    HttpApiEndpoint.delete("removeSynonyms", "/support/synonyms/:word", {
      params: { word: Text },
      query: ACTOR,
      success: HttpApiSchema.NoContent,
      error: Wire.notFound,
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
    HttpApiEndpoint.get("payment", "/support/payments/show", {
      /** A receipt's number, an order's id, or a payment's id. */
      query: { payment: Text },
      success: data(SupportPayment),
      error: [Wire.notFound],
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
    }).annotate(NeedsRole, "support"),
    HttpApiEndpoint.post("settleRefunds", "/support/payments/settle", {
      payload: RefundSettlement,
      /** The sum of the refused refunds, in cents. */
      success: data(Schema.Struct({ amount: Cents, email: Schema.String })),
      error: [Wire.notFound, Wire.conflict],
    }).annotate(NeedsRole, "support"),
    HttpApiEndpoint.post("sendMail", "/support/mails", {
      payload: SentMail,
      /** `sent` is false if the same email is waiting, or was sent in the last minutes. */
      success: data(Schema.Struct({ to: Schema.String, sent: Schema.Boolean })),
      error: [Wire.notFound, Wire.conflict],
    }).annotate(NeedsRole, "support"),
    HttpApiEndpoint.get("refusedEmails", "/support/mails/refused", {
      /** The latest 100. */
      success: data(Schema.Array(RefusedEmail)),
    }),
    HttpApiEndpoint.post("retryEmail", "/support/mails/refused/retry", {
      payload: Schema.Struct({ id: Text, ...ACTOR }),
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound],
    }).annotate(NeedsRole, "support"),
    HttpApiEndpoint.post("issueCertificate", "/support/certificates", {
      payload: CustomerCertificate,
      success: data(CertificateView),
      error: [Wire.notFound, Wire.conflict, Wire.tooManyAttempts],
    }).annotate(NeedsRole, "support"),
    HttpApiEndpoint.get("certificateFile", "/support/certificates/:number/file", {
      params: { number: Text },
      /** The PDF, base64-encoded. */
      success: data(Schema.Struct({ file_name: Schema.String, pdf: Schema.String })),
      error: [Wire.notFound],
    }),
    HttpApiEndpoint.get("orders", "/support/orders", {
      /** `text` is part of the buyer's email address, or the first characters of an order's id. */
      query: {
        text: Schema.optional(Text),
        starting_after: Schema.optional(Text),
        limit: Schema.optional(PageSize),
      },
      success: ListedOrders,
    }),
    HttpApiEndpoint.get("order", "/support/orders/:id", {
      params: { id: Text },
      success: data(SupportOrderView),
      error: [Wire.notFound],
    }),
    HttpApiEndpoint.get("previewItemRefund", "/support/orders/:id/refund_preview", {
      params: { id: Text },
      query: { variant_id: Id },
      success: data(RefundPreview),
      error: [Wire.notFound, Wire.conflict],
    }),
    HttpApiEndpoint.post("refundItem", "/support/orders/:id/refunds", {
      params: { id: Text },
      payload: Schema.Struct({ variant_id: Id, ...ACTOR }),
      success: data(RefundState),
      error: [Wire.notFound, Wire.conflict],
    }).annotate(NeedsRole, "support"),
    HttpApiEndpoint.post("revokeOrderLinks", "/support/orders/:id/revoke_links", {
      params: { id: Text },
      payload: ByStaff,
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound, Wire.conflict],
    }).annotate(NeedsRole, "support"),
  )
  .middleware(SupportRequired) {}
