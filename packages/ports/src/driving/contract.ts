import { Account, LicenseeProfile, TeamRole } from "@backlot/domain/accounts/account.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Collection, LibraryId } from "@backlot/domain/catalogue/collection.schema";
import { MAXIMUM_CUSTOM_AMOUNT } from "@backlot/domain/credits/credit-pack";
import { PackRange } from "@backlot/domain/credits/credit-pack.schema";
import { Credits } from "@backlot/domain/credits/credits.schema";
import { Promo } from "@backlot/domain/pricing/discount.schema";
import { LicenceId, LicenceTypeRow } from "@backlot/domain/licensing/licence.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PlanVariant } from "@backlot/domain/plans/plan.schema";
import { Quote } from "@backlot/domain/pricing/quote.schema";
import * as Schema from "effect/Schema";
import * as HttpApi from "effect/http-api/HttpApi";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity";
import { Wire } from "./errors.ts";

/** Every operation reads its request by the contract, so every one may find it wanting. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()("backlot/Checked", {
  error: [Wire.invalidRequest, Wire.unavailable],
}) {}

/** Operations of a signed-in account: the token of a session, as a bearer or bare. (ACC-05) */
export class SessionRequired extends HttpApiMiddleware.Service<SessionRequired>()("backlot/SignedIn", {
  error: [Wire.invalidRequest, Wire.unauthorized, Wire.accountLocked, Wire.unavailable],
  security: { bearer: HttpApiSecurity.bearer },
}) {}

/** Operations of support staff, who prove themselves by the store's support key as a bearer. (CLI-02) */
export class SupportRequired extends HttpApiMiddleware.Service<SupportRequired>()("backlot/SupportRequired", {
  error: [Wire.invalidRequest, Wire.unauthorized, Wire.forbidden, Wire.unavailable],
  security: { support: HttpApiSecurity.bearer },
}) {}

const data = <S extends Schema.Top>(schema: S) => Schema.Struct({ data: schema });
// No NUL and no half of a surrogate pair: no database keeps them.
const text = (maximum: number) =>
  Schema.String.check(
    Schema.isMaxLength(maximum),
    Schema.isPattern(/^[^\0\ud800-\udfff]*$/u, { expected: "text without control zeros" }),
  );
const Text = text(200);
const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000_000_000 }));

/** A subscription as its owner sees it. Balances in credits. (PLN-10) */
export const SubscriptionView = Schema.Struct({
  id: Schema.String,
  plan_variant: PlanVariant,
  license: Schema.Struct({ id: LicenceId, type: Schema.Struct({ id: Schema.Int, name: Schema.String }) }),
  active: Schema.Boolean,
  status: Schema.Literals(["active", "past_due", "ended"]),
  current_credit_balance: Credits,
  legacy_current_credit_balance: Credits,
  current_period_end: Instant,
  next_payment_date: Schema.NullOr(Instant),
  cancel_at_period_end: Schema.Boolean,
  scheduled_plan_variant: Schema.NullOr(PlanVariant),
  grace_ends: Schema.NullOr(Instant),
  /** Who bills it. */
  billed_by: Schema.Literals(["stripe", "paypal"]),
  /** What the next period costs, in cents, discounts included; null where none follows. (DSC-03, PLN-03) */
  next_payment_amount: Schema.NullOr(Cents),
  /** What lowers the periods to come, and how many of them. (DSC-03) */
  discount: Schema.NullOr(
    Schema.Struct({ code: Schema.NullOr(Schema.String), percent_off: Schema.Int, cycles_left: Schema.Int }),
  ),
  stripe_subscription_token: Schema.NullOr(Schema.String),
  is_avfx_plus: Schema.Boolean,
  is_credit_based_legacy: Schema.Boolean,
  churnkey_hmac: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Subscription" });
export type SubscriptionView = typeof SubscriptionView.Type;

/** The signed-in account. `token` is filled for callers that sent one, null for browsers. (ACC-05) */
export const UserView = Schema.Struct({
  ...Account.fields,
  token: Schema.NullOr(Schema.String),
  team: Schema.Struct({ role_name: TeamRole, licensee_profile: Schema.NullOr(LicenseeProfile) }),
  subscription: Schema.NullOr(SubscriptionView),
  /** Whether an order of a plan waits for the payment provider. (CHK-08) */
  pending_order: Schema.Boolean,
  /** The order of a plan that waits for its owner at PayPal. (CHK-04) */
  paypal_order_id: Schema.NullOr(Schema.String),
  current_credit_balance: Credits,
  legacy_current_credit_balance: Credits,
  minimum_license_id: LicenceId,
}).annotate({ identifier: "User" });
export type UserView = typeof UserView.Type;

const Session = data(Schema.Struct({ token: Schema.String, user: UserView }));

/** A saved card. Never a number, only what tells cards apart. (CHK-05) */
export const SavedCard = Schema.Struct({
  id: Schema.String,
  is_default: Schema.Boolean,
  /** Whether the running plan is charged to it. */
  pays_plan: Schema.Boolean,
  card: Schema.Struct({
    brand: Schema.String,
    display_brand: Schema.String,
    last4: Schema.String,
    exp_month: Schema.Int,
    exp_year: Schema.Int,
  }),
}).annotate({ identifier: "SavedCard" });
export type SavedCard = typeof SavedCard.Type;

/** A collection and how the caller stands to it. (CAT-03, DWN-04) */
export const CollectionView = Schema.Struct({
  ...Collection.fields,
  owned: Schema.Boolean,
}).annotate({ identifier: "Collection" });
export type CollectionView = typeof CollectionView.Type;

class Health extends HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("check", "/health", {
    success: Schema.Struct({ status: Schema.Literal("ok") }),
    error: [Wire.unavailable],
  }),
) {}

/** How this store is set up, as far as it decides what others compute. (CHG-01) */
export const StoreSettingsView = Schema.Struct({
  licence_rule: Schema.Literals(["as-specified", "raise-is-upgrade"]),
}).annotate({ identifier: "StoreSettings" });
export type StoreSettingsView = typeof StoreSettingsView.Type;

class Settings extends HttpApiGroup.make("settings")
  .add(HttpApiEndpoint.get("get", "/settings", { success: data(StoreSettingsView) }))
  .middleware(RequestValidation) {}

class LicenceTypes extends HttpApiGroup.make("licenceTypes").add(
  HttpApiEndpoint.get("list", "/license_types", { success: Schema.Array(LicenceTypeRow) }),
) {}

const LicenceQuery = { license_id: Schema.optional(LicenceId) };

class PlanVariants extends HttpApiGroup.make("planVariants")
  .add(
    HttpApiEndpoint.get("list", "/plan_variants", { query: LicenceQuery, success: Schema.Array(PlanVariant) }),
    HttpApiEndpoint.get("get", "/plan_variants/:id", {
      params: { id: Id },
      query: LicenceQuery,
      success: PlanVariant,
      error: [Wire.notFound, Wire.conflict],
    }),
  )
  .middleware(RequestValidation) {}

class Collections extends HttpApiGroup.make("collections")
  .add(
    HttpApiEndpoint.get("list", "/collections", {
      query: { library_id: Schema.optional(LibraryId) },
      success: Schema.Array(CollectionView),
    }),
    HttpApiEndpoint.get("get", "/collections/:slug", {
      params: { slug: Text },
      success: CollectionView,
      error: Wire.notFound,
    }),
  )
  .middleware(RequestValidation) {}

class Accounts extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.post("signUp", "/users", {
      payload: Schema.Struct({
        first_name: Text,
        last_name: Text,
        email: Text,
        password: text(128),
        /** Accepted as specified: every sign-up is of the free plan. (ACC-01) */
        free_subscriber: Schema.optional(Schema.Boolean),
      }),
      success: Session.pipe(HttpApiSchema.status(201)),
      error: [Wire.conflict],
    }),
    HttpApiEndpoint.post("signIn", "/sessions", {
      payload: Schema.Struct({ email: Text, password: text(128) }),
      success: Session,
      error: [Wire.unauthorized, Wire.accountLocked],
    }),
    HttpApiEndpoint.delete("signOut", "/sessions/current", { success: HttpApiSchema.NoContent }),
  )
  .middleware(RequestValidation) {}

class Users extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("me", "/users/me", { success: data(UserView) }),
    HttpApiEndpoint.post("updateMinLicence", "/users/update_min_license", {
      payload: Schema.Struct({ license_id: LicenceId }),
      success: data(UserView),
    }),
  )
  .middleware(SessionRequired) {}

const ProfilePayload = Schema.Struct({
  license_id: LicenceId,
  company_name: Schema.optional(Schema.NullOr(Text)),
  first_name: Schema.optional(Schema.NullOr(Text)),
  last_name: Schema.optional(Schema.NullOr(Text)),
  email: Text,
  phone: Schema.optional(Schema.NullOr(Text)),
  address: text(1_000),
});

class LicenseeProfiles extends HttpApiGroup.make("licenseeProfiles")
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
  .middleware(SessionRequired) {}

/** A step at the payment provider; the secret lets the browser confirm it and nothing else. (CHK-03) */
const SetupIntent = Schema.Struct({ id: Schema.String, client_secret: Schema.String, status: Schema.String });

/** A payment of its own: what is charged, in cents, and the secret that lets the browser confirm it. (CHK-06) */
export const PaymentStep = Schema.Struct({
  id: Schema.String,
  client_secret: Schema.String,
  status: Schema.Literals([
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "requires_capture",
    "processing",
    "succeeded",
    "canceled",
  ]),
  amount: Cents,
}).annotate({ identifier: "PaymentStep" });
export type PaymentStep = typeof PaymentStep.Type;

/**
 * A credit pack priced for a licence. Prices in cents, costs per credit in dollars with two decimals. (CRD-01, CRD-04)
 */
export const CreditPackVariant = Schema.Struct({
  id: Schema.Int,
  amount: Credits,
  recurring_credits: Credits,
  price: Cents,
  adjusted_price: Cents,
  individual_price_per_credit: Schema.String,
  business_price_per_credit: Schema.String,
  cost_per_credit: Schema.String,
  adjusted_cost_per_credit: Schema.String,
}).annotate({ identifier: "CreditPackVariant" });
export type CreditPackVariant = typeof CreditPackVariant.Type;

/** A change of the running plan as it would be made now. Money in cents. (CHG-07) */
export const ChangePreviewView = Schema.Struct({
  kind: Schema.Literals(["no-change", "upgrade", "downgrade"]),
  plan_variant: PlanVariant,
  effective_at: Schema.NullOr(Instant),
  charge_today: Cents,
  credits_returned: Credits,
  credit_for_unused: Cents,
  credits_gained: Credits,
  legacy_credits_lost: Credits,
  quote: Schema.NullOr(Quote),
  next_renewal: Schema.NullOr(Schema.Struct({ at: Instant, price: Cents })),
}).annotate({ identifier: "ChangePreview" });
export type ChangePreviewView = typeof ChangePreviewView.Type;

class CreditPacks extends HttpApiGroup.make("creditPacks")
  .add(
    HttpApiEndpoint.get("list", "/credit_pack_variants", {
      query: LicenceQuery,
      success: Schema.Struct({
        data: Schema.Array(CreditPackVariant),
        custom_credit_packs_prices: Schema.Array(PackRange),
      }),
    }),
  )
  .middleware(RequestValidation) {}

const IntentId = Text.check(Schema.isPattern(/^pi_\w+$/, { expected: "the id of a payment intent, pi_…" }));
const SetupIntentId = Text.check(Schema.isPattern(/^seti_\w+$/, { expected: "the id of a setup intent, seti_…" }));
const CreditCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAXIMUM_CUSTOM_AMOUNT }));

class Payments extends HttpApiGroup.make("payments")
  .add(
    HttpApiEndpoint.post("setupIntent", "/setup_intent", {
      payload: Schema.Struct({
        customer_id: Schema.optional(Schema.NullOr(Text)),
        payment_method: Schema.optional(Schema.NullOr(Text)),
      }),
      success: SetupIntent,
      error: [Wire.forbidden, Wire.paymentDeclined, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("cards", "/cards", {
      payload: Schema.Struct({ stripe_customer_token: Schema.optional(Schema.NullOr(Text)) }),
      success: data(Schema.Array(SavedCard)),
      error: [Wire.forbidden, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("deleteCard", "/delete_payment_method", {
      payload: Schema.Struct({ payment_method_id: Text }),
      success: data(Schema.Array(SavedCard)),
      error: [Wire.forbidden, Wire.conflict, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("makeDefaultCard", "/default_payment_method", {
      payload: Schema.Struct({ payment_method_id: Text }),
      success: data(Schema.Array(SavedCard)),
      error: [Wire.forbidden, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("paymentIntent", "/payment_intent", {
      payload: Schema.Struct({
        recurring_credits: CreditCount,
        payment_method_id: Schema.optional(Schema.NullOr(Text)),
        customer_id: Schema.optional(Schema.NullOr(Text)),
        amount: Schema.optional(Schema.NullOr(Cents)),
      }),
      success: PaymentStep,
      error: [Wire.notFound, Wire.forbidden, Wire.conflict, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("paymentIntentConfirm", "/payment_intent_confirm", {
      payload: Schema.Struct({
        payment_intent_id: IntentId,
        payment_method_id: Schema.optional(Schema.NullOr(Text)),
      }),
      success: PaymentStep,
      error: [Wire.notFound, Wire.forbidden, Wire.conflict, Wire.paymentDeclined, Wire.providerUnreachable],
    }),
  )
  .middleware(SessionRequired) {}

/** What pays for a purchase; the card, where nothing is said. (LIC-14) */
const PaymentMethod = Schema.optional(Schema.Literals(["card", "paypal"]));

/** What the buyer was shown: refused with 409 where it is something else now. Total in cents. (CHK-06) */
const Expected = {
  expected_kind: Schema.optional(Schema.Literals(["new-plan", "no-change", "upgrade", "downgrade"])),
  expected_total: Schema.optional(Cents),
};

class Subscriptions extends HttpApiGroup.make("subscriptions")
  .add(
    HttpApiEndpoint.get("quote", "/subscriptions/quote", {
      query: {
        plan_variant_id: Id,
        license_id: Schema.optional(LicenceId),
        discount_code: Schema.optional(Text),
        add_on_credits: Schema.optional(CreditCount),
        payment_method: PaymentMethod,
      },
      success: data(Quote),
      error: [Wire.notFound, Wire.conflict, Wire.forbidden, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("subscribe", "/subscriptions", {
      payload: Schema.Struct({
        plan_variant_id: Id,
        setup_intent_id: SetupIntentId,
        license_id: Schema.optional(LicenceId),
        acknowledge_legacy_loss: Schema.optional(Schema.Boolean),
        ...Expected,
        discount_code: Schema.optional(Schema.NullOr(Text)),
        credit_pack_variant: Schema.optional(
          Schema.NullOr(
            Schema.Struct({
              is_custom: Schema.optional(Schema.Boolean),
              recurring_credits: Schema.optional(CreditCount),
              credit_pack_variant_id: Schema.optional(CreditCount),
            }),
          ),
        ),
      }),
      success: data(
        Schema.Struct({
          subscription: SubscriptionView,
          change: Schema.NullOr(Schema.Literals(["no-change", "upgrade", "downgrade"])),
        }),
      ),
      error: [
        Wire.notFound,
        Wire.conflict,
        Wire.forbidden,
        Wire.paymentDeclined,
        Wire.paymentNeedsConfirmation,
        Wire.providerUnreachable,
      ],
    }),
  )
  .add(
    HttpApiEndpoint.get("checkDiscount", "/subscriptions/check_discount", {
      query: { discount_code: Text },
      success: data(Schema.Struct({ discount: Schema.NullOr(Promo) })),
      error: [Wire.conflict, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.get("changePreview", "/subscriptions/change_preview", {
      query: { plan_variant_id: Id, license_id: Schema.optional(LicenceId), payment_method: PaymentMethod },
      success: data(ChangePreviewView),
      error: [Wire.notFound, Wire.conflict, Wire.forbidden, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("cancel", "/subscriptions/cancel", {
      payload: Schema.Struct({ acknowledge_legacy_loss: Schema.optional(Schema.Boolean) }),
      success: data(Schema.Struct({ subscription: SubscriptionView })),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("resume", "/subscriptions/resume", {
      payload: Schema.Struct({}),
      success: data(Schema.Struct({ subscription: SubscriptionView })),
      error: [Wire.notFound, Wire.conflict, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("payOverdue", "/subscriptions/pay_overdue", {
      payload: Schema.Struct({ setup_intent_id: SetupIntentId }),
      success: data(Schema.Struct({ subscription: SubscriptionView })),
      error: [
        Wire.notFound,
        Wire.conflict,
        Wire.forbidden,
        Wire.paymentDeclined,
        Wire.paymentNeedsConfirmation,
        Wire.providerUnreachable,
      ],
    }),
  )
  .middleware(SessionRequired) {}

const CheckoutPlan = { plan_variant: PlanVariant };
const CheckoutPayment = {
  ...CheckoutPlan,
  /** The ways to pay, the first one chosen. (LIC-14) */
  methods: Schema.Array(Schema.Literals(["card", "paypal"])),
  /** What PayPal charges today; null where it can't or need not. (CHK-09) */
  paypal_quote: Schema.NullOr(Quote),
  /** What its buyer should know of the renewals through PayPal; null where there is nothing. */
  paypal_note: Schema.NullOr(Schema.String),
  cards: Schema.Array(SavedCard),
  /** Why the saved cards could not be read; null where they were. (CHK-05) */
  cards_error: Schema.NullOr(Schema.String),
};

/** What the checkout of a plan shows to its caller. (PLN-06, ACC-06, DSC-07, CHG-07) */
export const CheckoutView = Schema.Union([
  /** It can't be bought here: where the caller is led instead. */
  Schema.TaggedStruct("redirect", { to: Schema.String }),
  Schema.TaggedStruct("account", CheckoutPlan),
  Schema.TaggedStruct("licence", CheckoutPlan),
  Schema.TaggedStruct("refused", { ...CheckoutPlan, message: Schema.String }),
  Schema.TaggedStruct("new-plan", {
    ...CheckoutPayment,
    quote: Quote,
    /** The promo code and the add-on that the quote counts, and why one that was asked for is left out. */
    discount_code: Schema.NullOr(Schema.String),
    add_on_credits: Schema.NullOr(Schema.Int),
    options_error: Schema.NullOr(Schema.String),
    credit_packs: Schema.Array(CreditPackVariant),
  }),
  Schema.TaggedStruct("change", { ...CheckoutPayment, change: ChangePreviewView }),
]).annotate({ identifier: "CheckoutView" });
export type CheckoutView = typeof CheckoutView.Type;

class Checkout extends HttpApiGroup.make("checkout")
  .add(
    HttpApiEndpoint.get("view", "/checkout", {
      query: {
        plan_variant_id: Id,
        license_id: Schema.optional(LicenceId),
        discount_code: Schema.optional(text(2_000)),
        add_on_credits: Schema.optional(CreditCount),
      },
      success: data(CheckoutView),
      error: [Wire.conflict, Wire.providerUnreachable],
    }),
  )
  .middleware(RequestValidation) {}

class Purchases extends HttpApiGroup.make("purchases")
  .add(
    HttpApiEndpoint.post("creditPack", "/purchases/credit-pack-variant", {
      payload: Schema.Struct({
        payment_intent: IntentId,
        credit_pack_variant_id: Schema.optional(CreditCount),
        is_custom: Schema.optional(Schema.Boolean),
        recurring_credits: Schema.optional(CreditCount),
      }),
      success: data(Schema.Struct({ credits: Credits, amount: Cents, current_credit_balance: Credits })),
      error: [
        Wire.notFound,
        Wire.conflict,
        Wire.forbidden,
        Wire.paymentDeclined,
        Wire.paymentNeedsConfirmation,
        Wire.providerUnreachable,
      ],
    }),
    HttpApiEndpoint.get("known", "/purchases/credit-pack-variant", {
      query: { purchased_credits: CreditCount },
      success: data(Schema.NullOr(Schema.Struct({ credits: Credits }))),
    }),
    HttpApiEndpoint.post("collection", "/purchases/collection", {
      payload: Schema.Struct({ collection_id: Id }),
      success: data(
        Schema.Struct({ collection_id: Schema.Int, credits_spent: Credits, current_credit_balance: Credits }),
      ),
      error: [Wire.notFound, Wire.conflict, Wire.notEnoughCredits],
    }),
  )
  .middleware(SessionRequired) {}

/** Where the buyer agrees to a payment, or what stands in the way. (CHK-04) */
export const ApprovalRedirect = Schema.Struct({
  redirect_url: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "ApprovalRedirect" });
export type ApprovalRedirect = typeof ApprovalRedirect.Type;

/** What has become of an order through PayPal, for its buyer who is back. (CHK-04) */
export const PayPalOrderView = Schema.Struct({
  kind: Schema.Literals(["plan", "plan-change", "credit-pack"]),
  status: Schema.Literals(["waiting", "processing", "paid", "unfulfillable", "failed", "canceled", "expired"]),
  message: Schema.NullOr(Schema.String),
  credits: Schema.NullOr(Credits),
  plan_variant_id: Schema.NullOr(Schema.Int),
  license_id: LicenceId,
  redirect_url: Schema.NullOr(Schema.String),
}).annotate({ identifier: "PayPalOrder" });
export type PayPalOrderView = typeof PayPalOrderView.Type;

const OwnOrder = { payload: Schema.Struct({ order_id: Text }), success: data(PayPalOrderView) };

class Orders extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.post("initializeSubscription", "/orders/paypal/initialize_subscription", {
      payload: Schema.Struct({
        plan_variant_id: Id,
        license_id: Schema.optional(LicenceId),
        discount_code: Schema.optional(Schema.NullOr(Text)),
        acknowledge_legacy_loss: Schema.optional(Schema.Boolean),
        ...Expected,
      }),
      success: ApprovalRedirect,
      error: [Wire.notFound, Wire.conflict, Wire.forbidden, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("paypal", "/orders/paypal", {
      payload: Schema.Struct({
        is_credit_pack_variant_order: Schema.optional(Schema.Boolean),
        credit_pack_variant_id: Schema.optional(CreditCount),
        recurring_credits: Schema.optional(CreditCount),
        is_custom: Schema.optional(Schema.Boolean),
        plan_id: Schema.optional(Schema.NullOr(Id)),
      }),
      success: ApprovalRedirect,
      error: [Wire.notFound, Wire.conflict, Wire.forbidden, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("paypalReturn", "/orders/paypal/return", {
      ...OwnOrder,
      error: [Wire.notFound, Wire.conflict, Wire.forbidden, Wire.providerUnreachable],
    }),
    HttpApiEndpoint.post("paypalCancel", "/orders/paypal/cancel", {
      ...OwnOrder,
      error: [Wire.notFound, Wire.conflict, Wire.forbidden, Wire.providerUnreachable],
    }),
  )
  .middleware(SessionRequired) {}

class Downloads extends HttpApiGroup.make("downloads")
  .add(
    HttpApiEndpoint.get("download", "/variant_downloads/:id/download", {
      params: { id: Id },
      success: Schema.Struct({
        url: Schema.String,
        download_limit: Schema.NullOr(Schema.Int),
        downloads_today: Schema.Int,
      }),
      error: [Wire.notFound, Wire.downloadRefused],
    }),
  )
  .middleware(SessionRequired) {}

/** A refund that the store makes and that is not made yet. Amounts in cents. */
export const UnsettledRefund = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["due", "failed"]),
  cause: Schema.Literals(["unfulfillable", "billed-twice"]),
  cause_reference: Schema.String,
  payment_id: Schema.String,
  amount: Cents,
  account_credit: Cents,
  created_at: Instant,
}).annotate({ identifier: "UnsettledRefund" });
export type UnsettledRefund = typeof UnsettledRefund.Type;

/** A payment at another amount than its order had been quoted. Amounts in cents. */
export const MismatchedPaymentView = Schema.Struct({
  payment_id: Schema.String,
  order_id: Schema.NullOr(Schema.String),
  user_id: Schema.String,
  amount: Cents,
  quoted: Cents,
  at: Instant,
}).annotate({ identifier: "MismatchedPayment" });
export type MismatchedPaymentView = typeof MismatchedPaymentView.Type;

class Support extends HttpApiGroup.make("support")
  .add(
    HttpApiEndpoint.get("money", "/support/money", {
      success: data(
        Schema.Struct({
          refunds: Schema.Array(UnsettledRefund),
          mismatched: Schema.Array(MismatchedPaymentView),
        }),
      ),
    }),
  )
  .middleware(SupportRequired) {}

/** Everything the outside may ask of the store, once. Routes, clients and documents all come from it. (DEV-02) */
export class BacklotApi extends HttpApi.make("backlot")
  .add(Health)
  .add(Settings)
  .add(LicenceTypes)
  .add(PlanVariants)
  .add(CreditPacks)
  .add(Collections)
  .add(Accounts)
  .add(Users)
  .add(LicenseeProfiles)
  .add(Payments)
  .add(Subscriptions)
  .add(Checkout)
  .add(Purchases)
  .add(Orders)
  .add(Downloads)
  .add(Support)
  .prefix("/api") {}
