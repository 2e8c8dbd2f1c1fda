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
import { PaymentRefund, SentMail, CustomerCertificate, CustomerChange, RefundSettlement } from "./support.requests.ts";
import { ByStaff, ACTOR } from "../driving/staff.ts";
import {
  CustomerView,
  FoundCustomerView,
  DownloadCheckView,
  AuditPage,
  FaultView,
  AccountCheck,
  RefusedEmail,
} from "./support.views.ts";
import { SupportOrderView, ListedOrders } from "../orders/support-orders.views.ts";
import {
  UnsettledRefund,
  MismatchedPaymentView,
  UnrecoveredMoneyView,
  OpenDispute,
  RefundPreview,
  SupportPayment,
  RefundState,
} from "../refunds/money.views.ts";

import { REPORTS } from "./reports.endpoints.ts";
import { SHOP } from "./shop.endpoints.ts";

/** Operations for support staff. */
export class Support extends HttpApiGroup.make("support")
  .add(
    /** Returns the owner and the role of the support key. */
    HttpApiEndpoint.get("me", "/support/me", {
      /** The owner of the support key, or null for the shared key, and its role. */
      success: data(Schema.Struct({ name: Schema.NullOr(Schema.String), role: Schema.Literals(STAFF_ROLES) })),
    }),
    /** Lists refunds that are due or refused, mismatched payments, unrecovered money, and open disputes. */
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
    /** Returns a customer by email address or account ID. */
    HttpApiEndpoint.get("customer", "/support/customers", {
      /** An email address or account id. */
      query: { customer: Text },
      success: data(CustomerView),
      error: [Wire.notFound],
    }),
    /** Searches customers. */
    HttpApiEndpoint.get("customers", "/support/customers/search", {
      /**
       * An email address; an account, order, or License ID; words of a name, company, or email address; or a card's
       * last four digits.
       */
      query: { text: Text },
      /** `has_more` is true if there are more matches than listed. */
      success: Schema.Struct({ data: Schema.Array(FoundCustomerView), has_more: Schema.Boolean }),
      error: [Wire.providerUnreachable],
    }),
    /** Returns the effects of a plan change for a customer. */
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
    /** Returns which files of an item a customer may download, and why. */
    HttpApiEndpoint.get("downloadCheck", "/support/customers/download_check", {
      /** `item` is a collection's slug. */
      query: { customer: Text, item: Text },
      success: data(DownloadCheckView),
      error: [Wire.notFound],
    }),
    /**
     * Changes a customer's account: locks or unlocks it, grants credits, sets the minimum license, resends the
     * confirmation email, or pays out account credit.
     */
    HttpApiEndpoint.post("changeCustomer", "/support/customers/changes", {
      payload: CustomerChange,
      /** `changed` is false if the change had no effect. */
      success: data(Schema.Struct({ changed: Schema.Boolean, user: UserView })),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable],
    }).annotate(NeedsRole, "support"),
    /** Lists the changes that staff made, newest first. */
    HttpApiEndpoint.get("actions", "/support/actions", {
      /** `actor` is a staff member's name, and `since` the earliest time. */
      query: { ...ByKey, actor: Schema.optional(Text), since: Schema.optional(Instant) },
      success: AuditPage,
    }),
    /** Checks the store's records against each other and against the providers' records. */
    HttpApiEndpoint.get("checkStore", "/support/checkup", {
      success: data(Schema.Struct({ faults: Schema.Array(FaultView) })),
    }),
    /** Checks customers' records, a page at a time. */
    HttpApiEndpoint.get("checkAccounts", "/support/checkup/customers", {
      /** With `customer`, an email address or account id, checks only that customer. */
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
    /** Returns a payment by its ID, its receipt's number, or its order's ID. */
    HttpApiEndpoint.get("payment", "/support/payments/show", {
      /** A receipt's number, an order's id, or a payment's id. */
      query: { payment: Text },
      success: data(SupportPayment),
      error: [Wire.notFound],
    }),
    /** Previews a refund of a payment: what it would pay and revoke. */
    HttpApiEndpoint.get("previewRefund", "/support/payments/refund_preview", {
      /** `amount` is in cents. Defaults to the full remaining amount. */
      query: { payment: Text, amount: Schema.optional(Id) },
      success: data(RefundPreview),
      error: [Wire.notFound, Wire.conflict],
    }),
    /** Refunds a payment, in whole or in part. Safe to repeat with the same key. */
    HttpApiEndpoint.post("refundPayment", "/support/payments/refunds", {
      payload: PaymentRefund,
      success: data(RefundState),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable],
    }).annotate(NeedsRole, "support"),
    /** Marks refused refunds as paid another way. */
    HttpApiEndpoint.post("settleRefunds", "/support/payments/settle", {
      payload: RefundSettlement,
      /** The sum of the refused refunds, in cents. */
      success: data(Schema.Struct({ amount: Cents, email: Schema.String })),
      error: [Wire.notFound, Wire.conflict],
    }).annotate(NeedsRole, "support"),
    /** Resends an email to a customer. */
    HttpApiEndpoint.post("sendMail", "/support/mails", {
      payload: SentMail,
      /** `sent` is false if the same email is waiting, or was sent in the last few minutes. */
      success: data(Schema.Struct({ to: Schema.String, sent: Schema.Boolean })),
      error: [Wire.notFound, Wire.conflict],
    }).annotate(NeedsRole, "support"),
    /** Lists the emails that the mail server refused. */
    HttpApiEndpoint.get("refusedEmails", "/support/mails/refused", {
      /** The most recent 100. */
      success: data(Schema.Array(RefusedEmail)),
    }),
    /** Sends a refused email again. */
    HttpApiEndpoint.post("retryEmail", "/support/mails/refused/retry", {
      payload: Schema.Struct({ id: Text, ...ACTOR }),
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound],
    }).annotate(NeedsRole, "support"),
    /** Issues a certificate for a customer's license. */
    HttpApiEndpoint.post("issueCertificate", "/support/certificates", {
      payload: CustomerCertificate,
      success: data(CertificateView),
      error: [Wire.notFound, Wire.conflict, Wire.tooManyAttempts],
    }).annotate(NeedsRole, "support"),
    /** Returns a customer's certificate as a PDF. */
    HttpApiEndpoint.get("certificateFile", "/support/certificates/:number/file", {
      params: { number: Text },
      /** The PDF, base64-encoded. */
      success: data(Schema.Struct({ file_name: Schema.String, pdf: Schema.String })),
      error: [Wire.notFound],
    }),
    /** Lists orders, newest first. */
    HttpApiEndpoint.get("orders", "/support/orders", {
      /** `text` is part of the buyer's email address, or the first characters of an order's id. */
      query: {
        text: Schema.optional(Text),
        starting_after: Schema.optional(Text),
        limit: Schema.optional(PageSize),
      },
      success: ListedOrders,
    }),
    /** Returns an order with its payment. */
    HttpApiEndpoint.get("order", "/support/orders/:id", {
      params: { id: Text },
      success: data(SupportOrderView),
      error: [Wire.notFound],
    }),
    /** Previews a refund of one product: what it would pay and revoke. */
    HttpApiEndpoint.get("previewItemRefund", "/support/orders/:id/refund_preview", {
      params: { id: Text },
      query: { variant_id: Id },
      success: data(RefundPreview),
      error: [Wire.notFound, Wire.conflict],
    }),
    /** Refunds one product of an order. */
    HttpApiEndpoint.post("refundItem", "/support/orders/:id/refunds", {
      params: { id: Text },
      payload: Schema.Struct({ variant_id: Id, ...ACTOR }),
      success: data(RefundState),
      error: [Wire.notFound, Wire.conflict],
    }).annotate(NeedsRole, "support"),
    /** Invalidates a guest's links to an order. */
    HttpApiEndpoint.post("revokeOrderLinks", "/support/orders/:id/revoke_links", {
      params: { id: Text },
      payload: ByStaff,
      success: HttpApiSchema.NoContent,
      error: [Wire.notFound, Wire.conflict],
    }).annotate(NeedsRole, "support"),
  )
  .middleware(SupportRequired) {}
