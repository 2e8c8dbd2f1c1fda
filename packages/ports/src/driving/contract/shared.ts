import * as Context from "effect/Context";
import * as Schema from "effect/Schema";
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware";
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity";
import { MAXIMUM_CUSTOM_AMOUNT } from "@backlot/domain/credits/credit-pack";
import { LicenceId } from "@backlot/domain/licensing/licence.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { OfferKind } from "@backlot/domain/orders/offer.schema";
import { Wire } from "../errors.ts";

/** Operations for everybody: they refuse a request that is not as the contract says. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()("backlot/RequestValidation", {
  error: [Wire.invalidRequest, Wire.unavailable],
}) {}

/** Operations of a signed-in account: the token of a session, as a bearer or bare. (ACC-05) */
export class SessionRequired extends HttpApiMiddleware.Service<SessionRequired>()("backlot/SessionRequired", {
  // Members of a team are refused what is their administrator's. (ACC-08)
  error: [Wire.invalidRequest, Wire.unauthorized, Wire.accountLocked, Wire.forbidden, Wire.unavailable],
  security: { bearer: HttpApiSecurity.bearer },
}) {}

/**
 * Operations of a buyer: a signed-in account, or a browser that holds the secret of a guest, which the first use of a
 * cart gives it. (ORD-03)
 */
export class BuyerRequired extends HttpApiMiddleware.Service<BuyerRequired>()("backlot/BuyerRequired", {
  error: [Wire.invalidRequest, Wire.unauthorized, Wire.accountLocked, Wire.forbidden, Wire.unavailable],
}) {}

/**
 * Marks a read that answers every visitor alike, from what `Storefront.version` counts: one answer may serve them all
 * until something of it changes.
 */
export const AnswersVisitorsAlike = Context.Reference<boolean>("backlot/AnswersVisitorsAlike", {
  defaultValue: () => false,
});

/** What an operation may fail with that a signed link opens too, without an account or a guest's browser. (ORD-03) */
export const BuyerErrors = [Wire.unauthorized, Wire.accountLocked, Wire.forbidden] as const;

/** Operations of support staff, who prove themselves by the store's support key as a bearer. (CLI-02) */
export class SupportRequired extends HttpApiMiddleware.Service<SupportRequired>()("backlot/SupportRequired", {
  error: [Wire.invalidRequest, Wire.unauthorized, Wire.forbidden, Wire.unavailable],
  security: { support: HttpApiSecurity.bearer },
}) {}

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

/** A licence in the address, where one is chosen. */
export const LicenceQuery = { license_id: Schema.optional(LicenceId) };

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
