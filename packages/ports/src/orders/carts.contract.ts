import { Way } from "./way.view.ts";
import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { LibraryId, Resolution } from "@backlot/domain/catalog/collection.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Wire } from "../driving/errors.ts";
import { Costs, Id, RequestValidation, Text } from "../driving/shared.ts";
import { QuoteView } from "../pricing/quote.view.ts";

/**
 * A cart item, priced for the cart's license, in cents. `id` is a collection variant's id. For a license upgrade,
 * `raised_from` is the license under which the caller owns the item, and the price is the difference; otherwise, it is
 * null.
 */
export const CartItemView = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  library_id: LibraryId,
  library: Schema.String,
  resolution: Resolution,
  /** Its resolution, and its format if the collection has several. */
  label: Schema.String,
  price: Cents,
  raised_from: Schema.NullOr(LicenseId),
  default_thumbnail: Schema.String,
}).annotate({ identifier: "CartItem" });

export type CartItemView = typeof CartItemView.Type;

/** A cart at its current prices. Amounts in cents. */
export const CartView = Schema.Struct({
  token: Schema.String,
  license_id: LicenseId,
  /** Whether the license was chosen for this cart. If so, checkout doesn't ask for it again. */
  license_chosen: Schema.Boolean,
  items: Schema.Array(CartItemView),
  /**
   * The discount code and its discount, or null if there is no code. A code that no longer applies has an error and a
   * null value. (DSC-09)
   */
  discount: Schema.NullOr(
    Schema.Struct({
      code: Schema.String,
      value: Schema.NullOr(Cents),
      error: Schema.NullOr(Schema.String),
    }),
  ),
  /** The cart's progress toward the bundle discount. Null for an empty cart, or if the store has no bundle discount. */
  bundle: Schema.NullOr(
    Schema.Struct({
      name: Schema.String,
      minimum_items: Schema.Int,
      percent_off: Schema.Int,
      items: Schema.Int,
      percent: Schema.Int,
      reached: Schema.Boolean,
    }),
  ),
  subtotal: Cents,
  /** The ways to pay for the cart, the preselected one first. */
  ways: Schema.Array(Way),
  total: Cents,
  quote: QuoteView,
}).annotate({ identifier: "Cart" });

export type CartView = typeof CartView.Type;

/** The token of a visitor's cart. Not needed for an account's own cart. */
const Token = Schema.optional(Schema.NullOr(Text));

/** Carts of visitors and accounts. A visitor's cart merges into the account's cart after sign-in. */
export class Carts extends HttpApiGroup.make("carts")
  .add(
    /** Returns the caller's cart, or the cart with the given token. */
    HttpApiEndpoint.get("get", "/orders/shopping_cart", {
      query: { token: Schema.optional(Text) },
      success: CartView,
      error: [Wire.accountLocked],
    }),
    /** Replaces the products in a cart, and returns the cart with its quote. Creates the cart if there is none. */
    HttpApiEndpoint.put("put", "/orders/shopping_cart", {
      payload: Schema.Struct({
        product_ids: Schema.Array(Id).check(Schema.isMaxLength(200)),
        license: Schema.optional(Schema.NullOr(LicenseId)),
        token: Token,
      }),
      success: CartView,
      error: [Wire.conflict, Wire.accountLocked, Wire.tooManyAttempts],
    }).annotate(Costs, "cart"),
    /** Applies a discount code to the cart. */
    HttpApiEndpoint.put("putDiscount", "/orders/discount", {
      payload: Schema.Struct({ discount_code: Text, token: Token }),
      success: CartView,
      error: [Wire.conflict, Wire.accountLocked, Wire.tooManyAttempts],
    }),
    /** Removes the discount code from the cart. */
    HttpApiEndpoint.delete("removeDiscount", "/orders/discount", {
      query: { token: Schema.optional(Text) },
      success: CartView,
      error: [Wire.conflict, Wire.accountLocked],
    }),
  )
  .middleware(RequestValidation) {}
