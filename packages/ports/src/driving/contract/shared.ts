import * as Context from "effect/Context";
import * as Schema from "effect/Schema";
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware";
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity";
import { MAXIMUM_CUSTOM_AMOUNT } from "@backlot/domain/credits/credit-pack";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { OfferKind } from "@backlot/domain/orders/offer.schema";
import type { Buyer, CurrentAccount, CurrentSession, PayingAccount, Staff } from "../caller.ts";
import { Wire } from "../errors.ts";

/** An operation for everyone. It rejects requests that don't match the contract. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()("backlot/RequestValidation", {
  error: [Wire.invalidRequest, Wire.unavailable],
}) {}

/** What every operation for a signed-in caller can fail with. Members of a team are refused their admin's. (ACC-08) */
const SESSION = {
  error: [Wire.invalidRequest, Wire.unauthorized, Wire.accountLocked, Wire.forbidden, Wire.unavailable],
  security: { bearer: HttpApiSecurity.bearer },
} as const;

/** An operation on a session, sent as a bearer token or bare. It reads no account. (ACC-05) */
export class SessionRequired extends HttpApiMiddleware.Service<SessionRequired, { provides: CurrentSession }>()(
  "backlot/SessionRequired",
  SESSION,
) {}

/** An operation on an account: signed in, not deleted, not locked. (ACC-05) */
export class AccountRequired extends HttpApiMiddleware.Service<
  AccountRequired,
  { provides: CurrentSession | CurrentAccount }
>()("backlot/AccountRequired", SESSION) {}

/** An operation on an account that pays for itself. `AdminsOnly` says what members of a team are told. (ACC-08) */
export class PayerRequired extends HttpApiMiddleware.Service<
  PayerRequired,
  { provides: CurrentSession | PayingAccount }
>()("backlot/PayerRequired", SESSION) {}

/** Why a member of a team may not do what its administrator does, by the name of the message. */
export type AdminsAlone = "team_may_not_change_plan" | "team_may_not_buy_credits" | "only_admins";

/** What a member of a team is told by an operation of `PayerRequired`. (CHG-06, CRD-07) */
export const AdminsOnly = Context.Reference<AdminsAlone>("backlot/AdminsOnly", { defaultValue: () => "only_admins" });

/**
 * An operation of a buyer: a signed-in account, or a browser that holds a guest's secret. The first use of a cart
 * gives it that secret. (ORD-03)
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
 * Marks a read that answers every visitor alike, from what `Storefront.version` counts: one answer may serve them all
 * until something of it changes.
 */
export const AnswersVisitorsAlike = Context.Reference<boolean>("backlot/AnswersVisitorsAlike", {
  defaultValue: () => false,
});

/** What an operation may fail with that a signed link opens too, without an account or a guest's browser. (ORD-03) */
export const BuyerErrors = [Wire.unauthorized, Wire.accountLocked, Wire.forbidden] as const;

/** An operation of the support staff, who send the store's support key as a bearer token. (CLI-02) */
export class SupportRequired extends HttpApiMiddleware.Service<SupportRequired, { provides: Staff }>()(
  "backlot/SupportRequired",
  {
    error: [Wire.invalidRequest, Wire.unauthorized, Wire.forbidden, Wire.unavailable],
    security: { support: HttpApiSecurity.bearer },
  },
) {}

/** What an operation on something of the caller's own may fail with, where a provider has a part in it. */
export const ProviderErrors = [Wire.notFound, Wire.conflict, Wire.forbidden, Wire.providerUnreachable] as const;

/** The same, where a payment is taken. */
export const PaymentErrors = [...ProviderErrors, Wire.paymentDeclined, Wire.paymentNeedsConfirmation] as const;

/** An answer in its envelope. */
export const data = <S extends Schema.Top>(schema: S) => Schema.Struct({ data: schema });

/** Text of a maximum length, without NUL and halves of surrogate pairs: no database keeps them. */
export const text = (maximum: number) =>
  Schema.String.check(
    Schema.isMaxLength(maximum),
    Schema.isPattern(/^[^\0\ud800-\udfff]*$/u, { expected: "text without control zeros" }),
  );

/** A line of text of a maximum length: no control characters, which no page and no paper shows. */
export const line = (maximum: number) =>
  Schema.String.check(
    Schema.isMaxLength(maximum),
    Schema.isPattern(/^[^\p{Cc}\ud800-\udfff]*$/u, { expected: "one line of text" }),
  );

/** A short line of text. */
export const Text = line(200);

/** A number that names something. */
export const Id = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000_000_000 }));

/** How many of a collection a page has. */
export const PageSize = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }));

/** A license in the address, where one is chosen. */
export const LicenseQuery = { license_id: Schema.optional(LicenseId) };

/** A payment intent of the card provider. */
export const IntentId = Text.check(Schema.isPattern(/^pi_\w+$/, { expected: "the id of a payment intent, pi_…" }));

/** A setup intent of the card provider. */
export const SetupIntentId = Text.check(
  Schema.isPattern(/^seti_\w+$/, { expected: "the id of a setup intent, seti_…" }),
);

/** The address that a guest buys with. (ORD-03) */
export const GuestEmail = Schema.optional(Schema.NullOr(Text));

/** Credits that are bought at once. */
export const CreditCount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAXIMUM_CUSTOM_AMOUNT }));

/** What pays for a purchase; the card, where nothing is said. (LIC-14) */
export const PaymentMethod = Schema.optional(Schema.Literals(["card", "paypal"]));

/** What the buyer was shown: refused with 409 where it is something else now. Total in cents. (CHK-06) */
export const Expected = {
  expected_kind: Schema.optional(OfferKind),
  expected_total: Schema.optional(Cents),
};

/** What asks for a page of a list: the number of the last one before it, and how many. */
export const ByKey = { starting_after: Schema.optional(Id), limit: Schema.optional(PageSize) };
