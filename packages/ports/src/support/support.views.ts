import { CustomerDispute } from "../refunds/money.views.ts";
import * as Schema from "effect/Schema";
import * as Struct from "effect/Struct";
import { SupportAction } from "@backlot/domain/accounts/support-action.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { CartCode, Promo } from "@backlot/domain/pricing/discount.schema";
import { CreditLot } from "@backlot/domain/credits/ledger.schema";
import { TeamView } from "../accounts/teams.contract.ts";
import { AccountExport } from "../profile/users.contract.ts";
import { FAULT_CODES } from "@backlot/domain/support/fault";
import { StaffAction } from "@backlot/domain/support/store-change.schema";

/** The parts of a customer's own export that support staff see. */
const EXPORTED = [
  "user",
  "orders",
  "payments",
  "receipts",
  "credit_entries",
  "items",
  "downloads",
  "certificates",
] as const;

/** An account as support staff see it, with its purchases, its limits, and staff actions. */
export const CustomerView = Schema.Struct({
  ...Struct.pick(AccountExport.fields, EXPORTED),
  support_actions: Schema.Array(SupportAction),
  /** Whether the customer bought without an account. */
  is_guest: Schema.Boolean,
  team: TeamView,
  /** All disputes, open and closed, oldest first. */
  disputes: Schema.Array(CustomerDispute),
  /** Whether wrong passwords have temporarily locked the email address. `user.locked` is support's own lock. */
  password_locked: Schema.Boolean,
  /** Every credit lot, oldest first. */
  credit_lots: Schema.Array(CreditLot),
  /** The downloads that counted today (UTC), and the plan's daily limit. */
  downloads_today: Schema.Struct({ count: Schema.Int, limit: Schema.Int }),
  /** The collections that credits were spent on. */
  spent_on: Schema.Array(Schema.Struct({ collection_id: Schema.Int, name: Schema.String })),
  /** The names of the files in `downloads`. */
  files: Schema.Array(Schema.Struct({ variant_id: Schema.Int, name: Schema.String, label: Schema.String })),
}).annotate({ identifier: "Customer" });

export type CustomerView = typeof CustomerView.Type;

/** A customer found by a search. `company` is the licensee's, or null. */
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
  /** Whether wrong passwords have temporarily locked the email address. */
  password_locked: Schema.Boolean,
  /** For each file: the rule that rejects the download, and the customer's message; null if it is allowed. */
  files: Schema.Array(
    Schema.Struct({
      variant_id: Schema.Int,
      label: Schema.String,
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
 * The effect of a discount code for a customer, on carts and on new plans; null if there is no such code. `refusal`
 * explains why it doesn't apply to them now; null if it does.
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
 * A page of the audit log: staff actions on accounts and on the whole store, newest first. `user_id` and `email` are
 * null for changes to the whole store. Pass the last `seq` as `starting_after` to get the next page.
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

/** A fault in the store's records. */
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

/**
 * An email that the mail server refused: `failed_at` is when the store gave up on it, and `next_attempt_at` is when it
 * will retry. `about` is the id of its subject.
 */
export const RefusedEmail = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  about: Schema.String,
  failed_at: Schema.NullOr(Instant),
  next_attempt_at: Schema.NullOr(Instant),
  last_error: Schema.String,
}).annotate({ identifier: "RefusedEmail" });

export type RefusedEmail = typeof RefusedEmail.Type;
