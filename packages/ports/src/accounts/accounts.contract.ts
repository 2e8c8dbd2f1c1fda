import * as Schema from "effect/Schema";
import * as Struct from "effect/Struct";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { Account, LicenseeProfile, TeamRole } from "@backlot/domain/accounts/account.schema";
import { MAX_PASSWORD_LENGTH } from "@backlot/domain/accounts/account";
import { SupportAction } from "@backlot/domain/accounts/support-action.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Credits } from "@backlot/domain/credits/credits.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PlanVariant } from "@backlot/domain/plans/plan.schema";
import { CreditEntry } from "@backlot/domain/credits/ledger.schema";
import { Wire } from "../driving/errors.ts";
import { CertificateView } from "../certificates/certificates.contract.ts";
import { OrderView } from "../orders/orders.contract.ts";
import {
  AccountRequired,
  PayerRequired,
  RequestValidation,
  SessionRequired,
  Text,
  data,
  line,
  text,
} from "../driving/shared.ts";

/** A subscription as its owner sees it. Balances in credits. */
export const SubscriptionView = Schema.Struct({
  id: Schema.String,
  plan_variant: PlanVariant,
  license: Schema.Struct({ id: LicenseId, type: Schema.Struct({ id: Schema.Int, name: Schema.String }) }),
  active: Schema.Boolean,
  status: Schema.Literals(["active", "past_due", "ended"]),
  current_credit_balance: Credits,
  legacy_current_credit_balance: Credits,
  current_period_end: Instant,
  next_payment_date: Schema.NullOr(Instant),
  cancel_at_period_end: Schema.Boolean,
  scheduled_plan_variant: Schema.NullOr(PlanVariant),
  grace_ends: Schema.NullOr(Instant),
  /** The provider that bills the subscription. */
  billed_by: Schema.Literals(["stripe", "paypal"]),
  /** The next payment in cents, after discounts and with tax; null if none follows. */
  next_payment_amount: Schema.NullOr(Cents),
  /** The discount on upcoming periods, and the number of periods left. */
  discount: Schema.NullOr(
    Schema.Struct({ code: Schema.NullOr(Schema.String), percent_off: Schema.Int, cycles_left: Schema.Int }),
  ),
  stripe_subscription_token: Schema.NullOr(Schema.String),
  is_avfx_plus: Schema.Boolean,
  is_credit_based_legacy: Schema.Boolean,
  churnkey_hmac: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Subscription" });

export type SubscriptionView = typeof SubscriptionView.Type;

const { deleted_at: _deleted, team_id: _team, team_role: _role, ...AccountFields } = Account.fields;

/** The signed-in account. `token` is null for browsers, which use a session cookie. */
export const UserView = Schema.Struct({
  ...AccountFields,
  token: Schema.NullOr(Schema.String),
  team: Schema.Struct({ role_name: TeamRole, licensee_profile: Schema.NullOr(LicenseeProfile) }),
  subscription: Schema.NullOr(SubscriptionView),
  /** The open order of a plan that waits for its payment, or null. */
  pending_order: Schema.NullOr(Schema.Struct({ id: Schema.String, provider: Schema.Literals(["stripe", "paypal"]) })),
  /** Whether a payment is disputed. If so, purchases are blocked and the downloads it paid for are paused. (ORD-06) */
  dispute_open: Schema.Boolean,
  current_credit_balance: Credits,
  legacy_current_credit_balance: Credits,
  minimum_license_id: LicenseId,
}).annotate({ identifier: "User" });

export type UserView = typeof UserView.Type;

/** An open session of an account. `agent` is its browser's user agent. */
export const OpenSessionView = Schema.Struct({
  id: Schema.String,
  agent: Schema.NullOr(Schema.String),
  created_at: Instant,
  is_current: Schema.Boolean,
}).annotate({ identifier: "OpenSession" });

export type OpenSessionView = typeof OpenSessionView.Type;

/** All data stored about an account, for privacy requests. (ACC-07) */
export const AccountExport = Schema.Struct({
  user: UserView,
  sessions: Schema.Array(OpenSessionView),
  orders: Schema.Array(OrderView),
  payments: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      provider: Schema.String,
      reason: Schema.String,
      amount: Cents,
      refunded: Cents,
      at: Instant,
    }),
  ),
  credit_entries: Schema.Array(CreditEntry),
  items: Schema.Array(
    Schema.Struct({
      collection_id: Schema.Int,
      collection_variant_id: Schema.NullOr(Schema.Int),
      source: Schema.String,
    }),
  ),
  /** The ids of saved collections. */
  wishlist: Schema.Array(Schema.Int),
  downloads: Schema.Array(Schema.Struct({ variant_id: Schema.Int, at: Instant })),
  certificates: Schema.Array(CertificateView),
  /** What support staff did to the account and why, without their names. */
  support_actions: Schema.Array(Schema.Struct(Struct.pick(SupportAction.fields, ["at", "reason", "change"]))),
}).annotate({ identifier: "AccountExport" });

export type AccountExport = typeof AccountExport.Type;

const Session = data(Schema.Struct({ token: Schema.String, user: UserView }));

/** Sign-up, sign-in, sign-out, and password resets. */
export class Accounts extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.post("signUp", "/users", {
      payload: Schema.Struct({
        first_name: Text,
        last_name: Text,
        email: Text,
        /** Omit it to create an account without a password. We email a link to choose one. (ACC-01) */
        password: Schema.optional(text(MAX_PASSWORD_LENGTH)),
        /** Accepted for the specification and ignored: every sign-up with a password is a free subscriber. (ACC-01) */
        free_subscriber: Schema.optional(Schema.Boolean),
      }),
      success: Session.pipe(HttpApiSchema.status(201)),
      error: [Wire.conflict, Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.post("signIn", "/sessions", {
      payload: Schema.Struct({ email: Text, password: text(MAX_PASSWORD_LENGTH) }),
      success: Session,
      error: [Wire.unauthorized, Wire.accountLocked, Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.post("sendPasswordReset", "/passwords/mail", {
      payload: Schema.Struct({ email: Text }),
      success: HttpApiSchema.NoContent,
      error: [Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.post("resetPassword", "/passwords", {
      payload: Schema.Struct({ token: Text, password: text(MAX_PASSWORD_LENGTH) }),
      success: data(Schema.Struct({ email: Schema.String })),
      error: [Wire.forbidden],
    }),
  )
  .middleware(RequestValidation)
  .add(
    HttpApiEndpoint.delete("signOut", "/sessions/current", { success: HttpApiSchema.NoContent }).middleware(
      SessionRequired,
    ),
  ) {}

/** The signed-in account. */
export class Users extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.patch("rename", "/users/me", {
      payload: Schema.Struct({ first_name: Text, last_name: Text }),
      success: data(UserView),
    }),
    HttpApiEndpoint.post("changePassword", "/users/password", {
      payload: Schema.Struct({ current_password: text(MAX_PASSWORD_LENGTH), password: text(MAX_PASSWORD_LENGTH) }),
      success: HttpApiSchema.NoContent,
      error: [Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.get("sessions", "/users/sessions", { success: data(Schema.Array(OpenSessionView)) }),
    HttpApiEndpoint.delete("endSession", "/users/sessions/:id", {
      params: { id: Text },
      success: HttpApiSchema.NoContent,
    }),
    HttpApiEndpoint.delete("endOtherSessions", "/users/sessions", { success: HttpApiSchema.NoContent }),
    HttpApiEndpoint.get("export", "/users/me/export", { success: data(AccountExport) }),
    HttpApiEndpoint.post("delete", "/users/deletion", {
      payload: Schema.Struct({
        password: text(MAX_PASSWORD_LENGTH),
        /** The number of credits that the owner agreed to forfeit. Fails with 409 if the balance differs by now. */
        forfeit_credits: Schema.optional(Schema.Int),
      }),
      success: HttpApiSchema.NoContent,
      error: [Wire.conflict, Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.post("sendConfirmation", "/users/confirmation/mail", { success: HttpApiSchema.NoContent }),
  )
  .middleware(AccountRequired)
  .add(
    HttpApiEndpoint.get("me", "/users/me", { success: data(UserView) }).middleware(SessionRequired),
    HttpApiEndpoint.post("updateMinLicense", "/users/update_min_license", {
      payload: Schema.Struct({ license_id: LicenseId }),
      success: data(UserView),
    }).middleware(PayerRequired),
    HttpApiEndpoint.post("confirm", "/users/confirmation", {
      payload: Schema.Struct({ token: text(1_000) }),
      success: data(Schema.Struct({ email: Schema.String })),
      error: [Wire.forbidden],
    }).middleware(RequestValidation),
  ) {}

const ProfilePayload = Schema.Struct({
  license_id: LicenseId,
  company_name: Schema.optional(Schema.NullOr(Text)),
  first_name: Schema.optional(Schema.NullOr(Text)),
  last_name: Schema.optional(Schema.NullOr(Text)),
  email: Text,
  phone: Schema.optional(Schema.NullOr(Text)),
  address: line(1_000),
});

/** The licensee profile of an account. */
export class LicenseeProfiles extends HttpApiGroup.make("licenseeProfiles")
  .add(
    HttpApiEndpoint.post("create", "/licensee_profiles", {
      payload: ProfilePayload,
      success: data(LicenseeProfile).pipe(HttpApiSchema.status(201)),
      error: [Wire.conflict],
    }),
    HttpApiEndpoint.patch("update", "/licensee_profiles/:id", {
      params: { id: Text },
      payload: ProfilePayload,
      success: data(LicenseeProfile),
      error: [Wire.conflict],
    }),
  )
  .middleware(PayerRequired) {}
