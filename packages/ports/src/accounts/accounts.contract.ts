import { PROVIDERS } from "@backlot/domain/kernel/provider";
import * as Schema from "effect/Schema";
import * as Struct from "effect/Struct";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { Account, LicenseeProfile, TeamRole } from "@backlot/domain/accounts/account.schema";
import { MAX_PASSWORD_LENGTH } from "@backlot/domain/accounts/account";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Credits } from "@backlot/domain/credits/credits.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PlanVariant } from "@backlot/domain/plans/plan.schema";
import { Wire } from "../driving/errors.ts";
import {
  EmailText,
  PayerRequired,
  RequestValidation,
  SessionRequired,
  Text,
  data,
  line,
  SentPassword,
  text,
} from "../driving/shared.ts";

/**
 * A subscription as its owner sees it. Balances in credits. `grace_ends` is null unless a renewal is overdue, and
 * `scheduled_plan_variant` is null unless a downgrade is scheduled. `stripe_subscription_token` is null if Stripe
 * doesn't bill it. `churnkey_hmac` identifies the Stripe customer to the payment recovery service, or is null if the
 * store doesn't use such a service.
 */
export const SubscriptionView = Schema.Struct({
  id: Schema.String,
  plan_variant: PlanVariant,
  license: Schema.Struct({ id: LicenseId, type: Schema.Struct({ id: Schema.Int, name: Schema.String }) }),
  active: Schema.Boolean,
  status: Schema.Literals(["active", "past_due", "ended"]),
  current_credit_balance: Credits,
  legacy_current_credit_balance: Credits,
  /** The credits in the balance that expire when the plan ends. */
  plan_credits: Credits,
  current_period_start: Instant,
  current_period_end: Instant,
  /** How much of the billing period has passed, in whole percent. */
  period_elapsed: Schema.Int,
  next_payment_date: Schema.NullOr(Instant),
  cancel_at_period_end: Schema.Boolean,
  scheduled_plan_variant: Schema.NullOr(PlanVariant),
  grace_ends: Schema.NullOr(Instant),
  /** The payment provider that charges for renewals. */
  billed_by: Schema.Literals(PROVIDERS),
  /** The next payment's amount in cents, after discounts and with tax; null if no payment is due. */
  next_payment_amount: Schema.NullOr(Cents),
  /** The discount on upcoming billing periods, and the number of periods left; null if there is no discount. */
  discount: Schema.NullOr(
    Schema.Struct({ code: Schema.NullOr(Schema.String), percent_off: Schema.Int, cycles_left: Schema.Int }),
  ),
  /**
   * The price of renewals once the discount has ended, in cents with tax, and the first such renewal; null if there is
   * no discount.
   */
  price_after_discount: Schema.NullOr(Schema.Struct({ price: Cents, at: Instant })),
  stripe_subscription_token: Schema.NullOr(Schema.String),
  is_avfx_plus: Schema.Boolean,
  is_credit_based_legacy: Schema.Boolean,
  churnkey_hmac: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Subscription" });

export type SubscriptionView = typeof SubscriptionView.Type;

/** The fields of a stored account that its owner sees. */
export const OWNERS_FIELDS = [
  "id",
  "email",
  "first_name",
  "last_name",
  "free_subscriber",
  "min_license_id",
  "should_see_confirm_license",
  "should_see_manage_subscription",
  "stripe_customer_token",
  "locked",
  "confirmed_at",
  "created_at",
] as const;

/** The signed-in account. `token` is null if the session is in a cookie, and in views for support staff. */
export const UserView = Schema.Struct({
  ...Struct.pick(Account.fields, OWNERS_FIELDS),
  token: Schema.NullOr(Schema.String),
  team: Schema.Struct({ role_name: TeamRole, licensee_profile: Schema.NullOr(LicenseeProfile) }),
  subscription: Schema.NullOr(SubscriptionView),
  /** The open plan order that is still awaiting payment, or null. `total` is in cents. */
  pending_order: Schema.NullOr(
    Schema.Struct({
      id: Schema.String,
      provider: Schema.Literals(PROVIDERS),
      label: Schema.String,
      total: Cents,
      placed_at: Instant,
    }),
  ),
  /**
   * Whether any payment has an open dispute. If so, purchases are blocked, and the downloads that it funded are paused.
   * (ORD-06)
   */
  dispute_open: Schema.Boolean,
  current_credit_balance: Credits,
  legacy_current_credit_balance: Credits,
  /** Money that the store owes the account and deducts from its next plan payment by card, in cents. */
  account_credit: Cents,
  /** The amount that was too small to charge, in cents. The card provider collects it with the next payment. */
  carried_over: Cents,
  minimum_license_id: LicenseId,
}).annotate({ identifier: "User" });

export type UserView = typeof UserView.Type;

/** One of an account's open sessions. `agent` is the browser's user agent, or null if it sent none. */
export const OpenSessionView = Schema.Struct({
  id: Schema.String,
  agent: Schema.NullOr(Schema.String),
  created_at: Instant,
  is_current: Schema.Boolean,
}).annotate({ identifier: "OpenSession" });

export type OpenSessionView = typeof OpenSessionView.Type;

const Session = data(Schema.Struct({ token: Schema.String, user: UserView }));

/** Sign-up, sign-in, sign-out, and password resets. */
export class Accounts extends HttpApiGroup.make("accounts")
  .add(
    /** Creates an account and signs it in. The store emails a confirmation link. */
    HttpApiEndpoint.post("signUp", "/users", {
      payload: Schema.Struct({
        first_name: Text,
        last_name: Text,
        email: EmailText,
        /** Omit it to create an account without a password. The store emails a link to choose one. (ACC-01) */
        password: Schema.optional(SentPassword),
        /** Ignored: every sign-up with a password becomes a free subscriber. (ACC-01) */
        free_subscriber: Schema.optional(Schema.Boolean),
      }),
      success: Session.pipe(HttpApiSchema.status(201)),
      error: [Wire.conflict, Wire.tooManyAttempts],
    }),
    /**
     * Signs in with an email address and a password. Send the token in the `authorization` header of later requests.
     */
    HttpApiEndpoint.post("signIn", "/sessions", {
      payload: Schema.Struct({ email: EmailText, password: text(MAX_PASSWORD_LENGTH) }),
      success: Session,
      error: [Wire.unauthorized, Wire.accountLocked, Wire.tooManyAttempts],
    }),
    /**
     * Emails a link to choose a new password. Also succeeds for unknown addresses, to avoid revealing who has an
     * account.
     */
    HttpApiEndpoint.post("sendPasswordReset", "/passwords/mail", {
      payload: Schema.Struct({ email: EmailText }),
      success: HttpApiSchema.NoContent,
      error: [Wire.tooManyAttempts],
    }),
    /** Sets a new password with the token from the emailed link, ends all sessions, and disconnects all apps. */
    HttpApiEndpoint.post("resetPassword", "/passwords", {
      payload: Schema.Struct({ token: Text, password: SentPassword }),
      success: data(Schema.Struct({ email: Schema.String })),
      error: [Wire.forbidden],
    }),
  )
  .middleware(RequestValidation)
  .add(
    /** Ends the caller's session. */
    HttpApiEndpoint.delete("signOut", "/sessions/current", { success: HttpApiSchema.NoContent }).middleware(
      SessionRequired,
    ),
  ) {}

const ProfilePayload = Schema.Struct({
  license_id: LicenseId,
  company_name: Schema.optional(Schema.NullOr(Text)),
  first_name: Schema.optional(Schema.NullOr(Text)),
  last_name: Schema.optional(Schema.NullOr(Text)),
  email: EmailText,
  phone: Schema.optional(Schema.NullOr(Text)),
  address: line(1_000),
});

/** The account's licensee profile: the person or company that holds its license. */
export class LicenseeProfiles extends HttpApiGroup.make("licenseeProfiles")
  .add(
    /** Sets the licensee: the person or company that holds the account's license. */
    HttpApiEndpoint.post("create", "/licensee_profiles", {
      payload: ProfilePayload,
      success: data(LicenseeProfile).pipe(HttpApiSchema.status(201)),
      error: [Wire.conflict],
    }),
    /** Changes the licensee. */
    HttpApiEndpoint.patch("update", "/licensee_profiles/:id", {
      params: { id: Text },
      payload: ProfilePayload,
      success: data(LicenseeProfile),
      error: [Wire.conflict],
    }),
  )
  .middleware(PayerRequired) {}
