import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { STAFF_ROLES } from "@backlot/domain/accounts/staff-role";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Wire } from "../driving/errors.ts";
import { CertificateView } from "../certificates/certificates.contract.ts";
import { UserView } from "../accounts/accounts.contract.ts";
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
} from "../driving/shared.ts";
import { ChangePreviewView } from "../subscriptions/subscriptions.contract.ts";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import {
  PaymentRefund,
  SentMail,
  CustomerCertificate,
  ByStaff,
  CustomerChange,
  ACTOR,
  RefundSettlement,
} from "./support.requests.ts";
import {
  CustomerView,
  FoundCustomerView,
  DownloadCheckView,
  AuditPage,
  FaultView,
  AccountCheck,
  SupportOrderView,
  ListedOrders,
  RefusedEmail,
} from "./support.views.ts";
import {
  UnsettledRefund,
  MismatchedPaymentView,
  UnrecoveredMoneyView,
  OpenDispute,
  RefundPreview,
  SupportPayment,
  RefundState,
} from "./money.views.ts";

import { REPORTS } from "./reports.endpoints.ts";
import { SHOP } from "./shop.endpoints.ts";

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
    ...SHOP,
    ...REPORTS,
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
