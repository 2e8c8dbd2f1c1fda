import * as Context from "effect/Context";
import * as Schema from "effect/Schema";
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware";
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity";
import { MAXIMUM_CUSTOM_AMOUNT } from "@backlot/domain/credits/credit-pack";
import { MAX_LINE_LENGTH, characterCount } from "@backlot/domain/kernel/characters";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { PAYMENT_METHODS } from "@backlot/domain/pricing/payer";
import type { Cost } from "@backlot/domain/accounts/rate-limits";
import type { StaffRole } from "@backlot/domain/accounts/staff-role";
import { OfferKind } from "@backlot/domain/orders/offer.schema";
import type { Buyer, CurrentAccount, CurrentSession, PayingAccount, Staff } from "./caller.ts";
import { Wire } from "./errors.ts";

/** Rejects requests that don't match the contract. An operation with only this middleware is open to everyone. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()("backlot/RequestValidation", {
  // 403 is for an app's token that lacks the scope.
  error: [Wire.invalidRequest, Wire.forbidden, Wire.unavailable],
}) {}

/**
 * The errors and security scheme of operations for signed-in callers. `forbidden` is for team members in operations
 * that only the team's administrator may use.
 */
const SESSION = {
  error: [Wire.invalidRequest, Wire.unauthorized, Wire.accountLocked, Wire.forbidden, Wire.unavailable],
  security: { bearer: HttpApiSecurity.bearer },
} as const;

/** Requires a valid session token, in a header or cookie. Doesn't check the account. */
export class SessionRequired extends HttpApiMiddleware.Service<SessionRequired, { provides: CurrentSession }>()(
  "backlot/SessionRequired",
  SESSION,
) {}

/** Requires a signed-in account that is neither deleted nor locked. */
export class AccountRequired extends HttpApiMiddleware.Service<
  AccountRequired,
  { provides: CurrentSession | CurrentAccount }
>()("backlot/AccountRequired", SESSION) {}

/** Requires an account that is not a member of another account's team. `AdminsOnly` names the message for members. */
export class PayerRequired extends HttpApiMiddleware.Service<
  PayerRequired,
  { provides: CurrentSession | PayingAccount }
>()("backlot/PayerRequired", SESSION) {}

/** The messages for team members who call an operation reserved for the team's administrator. */
export type AdminsAlone = "team_may_not_change_plan" | "team_may_not_buy_credits" | "only_admins";

/**
 * The message with which a `PayerRequired` operation rejects team members, as an endpoint annotation. (CHG-06, CRD-07)
 */
export const AdminsOnly = Context.Reference<AdminsAlone>("backlot/AdminsOnly", { defaultValue: () => "only_admins" });

/** The role that staff need for a change, as an endpoint annotation. By default, only admins can make it. */
export const NeedsRole = Context.Reference<StaffRole>("backlot/NeedsRole", { defaultValue: () => "admin" });

/**
 * The kind of costly request that an operation's calls count as, as an endpoint annotation. Rate limits apply to them.
 */
export const Costs = Context.Reference<Cost | null>("backlot/Costs", { defaultValue: () => null });

/**
 * Requires a buyer: a signed-in account, or a browser with a guest's secret. The browser gets its secret when it first
 * changes a cart. (ORD-03)
 */
export class BuyerRequired extends HttpApiMiddleware.Service<BuyerRequired, { provides: Buyer }>()(
  "backlot/BuyerRequired",
  {
    error: SESSION.error,
    security: {
      bearer: HttpApiSecurity.bearer,
      guest: HttpApiSecurity.apiKey({ key: "__Host-backlot_guest", in: "cookie" }),
    },
  },
) {}

/**
 * Marks a read that returns the same response to every visitor, built only from what `Storefront.version` covers. The
 * API caches the body until that version changes. A function decides this for each successful response.
 */
export const Cacheable = Context.Reference<boolean | ((success: never) => boolean)>("backlot/Cacheable", {
  defaultValue: () => false,
});

/**
 * Whether a POST accepts an idempotency key, as an endpoint annotation. Operations that visitors can call without a
 * limit don't accept one, because the store keeps each key for a day.
 */
export const Repeatable = Context.Reference<boolean>("backlot/Repeatable", { defaultValue: () => true });

/** The errors of operations for an order's buyer, or for anyone with the order's signed link. */
export const BuyerErrors = [Wire.unauthorized, Wire.accountLocked, Wire.forbidden] as const;

/** Requires a support key as a bearer token. */
export class SupportRequired extends HttpApiMiddleware.Service<SupportRequired, { provides: Staff }>()(
  "backlot/SupportRequired",
  {
    error: [Wire.invalidRequest, Wire.unauthorized, Wire.forbidden, Wire.unavailable],
    security: { support: HttpApiSecurity.bearer },
  },
) {}

/** The errors of operations on the caller's own objects that call a payment provider. */
export const ProviderErrors = [Wire.notFound, Wire.conflict, Wire.forbidden, Wire.providerUnreachable] as const;

/** The errors of operations that take a payment. */
export const PaymentErrors = [...ProviderErrors, Wire.paymentDeclined, Wire.paymentNeedsConfirmation] as const;

/** Returns the schema of a response envelope, `{ data: … }`. */
export const data = <S extends Schema.Top>(schema: S) => Schema.Struct({ data: schema });

/** Returns a check for at most `maximum` characters in Unicode NFC, in which "é" always counts as one. */
const isShort = (maximum: number) =>
  Schema.makeFilter<string>((text) => characterCount(text.normalize("NFC")) <= maximum, {
    expected: `at most ${maximum} characters`,
    representation: { id: "backlot/isShort", payload: { maximum } },
    toJsonSchema: () => ({ maxLength: maximum }),
  });

/**
 * Returns a schema for text of up to `maximum` characters, without NUL or lone surrogates, which the database can't
 * store.
 */
export const text = (maximum: number) =>
  Schema.String.check(
    isShort(maximum),
    Schema.isPattern(/^[^\0\ud800-\udfff]*$/u, { expected: "text without NUL characters" }),
  );

/** A new password as sent. The password rule returns a specific error if it is too long. */
export const SentPassword = text(1_000);

/**
 * Returns a schema for one line of up to `maximum` characters, without control characters, which pages and PDFs can't
 * show.
 */
export const line = (maximum: number) =>
  Schema.String.check(
    isShort(maximum),
    Schema.isPattern(/^[^\p{Cc}\ud800-\udfff]*$/u, { expected: "one line of text" }),
  );

/** A line of up to 200 characters. */
export const Text = line(MAX_LINE_LENGTH);

/** An email address as the user typed it. The domain validates it and returns specific errors. */
export const EmailText = line(320);

/** A positive integer id. */
export const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000_000_000 }));

/** The number of items on a page, from 1 to 100. */
export const PageSize = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }));

/** The query parameter for the license that prices are shown for. */
export const LicenseQuery = { license_id: Schema.optional(LicenseId) };

/** The id of a Stripe payment intent. */
export const IntentId = Text.check(Schema.isPattern(/^pi_\w+$/, { expected: "a payment intent id, pi_…" }));

/** The id of a Stripe setup intent. */
export const SetupIntentId = Text.check(Schema.isPattern(/^seti_\w+$/, { expected: "a setup intent id, seti_…" }));

/** The guest's email address. Ignored for accounts. */
export const GuestEmail = Schema.optional(Schema.NullOr(EmailText));

/** The number of credits to buy. */
export const CreditCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAXIMUM_CUSTOM_AMOUNT }));

/** The payment method; defaults to card. */
export const PaymentMethod = Schema.optional(Schema.Literals(PAYMENT_METHODS));

/** The offer that the buyer was shown, with its total in cents. Fails with 409 if the offer has changed. (CHK-06) */
export const Expected = {
  expected_kind: Schema.optional(OfferKind),
  expected_total: Schema.optional(Cents),
};

/** The query of a paginated list: the id of the last item on the previous page, and the page size. */
export const ByKey = { starting_after: Schema.optional(Id), limit: Schema.optional(PageSize) };
