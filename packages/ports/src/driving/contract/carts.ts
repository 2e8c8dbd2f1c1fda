import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { LibraryId, Resolution } from "@backlot/domain/catalog/collection.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { Quote } from "@backlot/domain/pricing/quote.schema";
import { Wire } from "../errors.ts";
import { Id, RequestValidation, Text } from "./shared.ts";

/** An item of a cart, priced for the cart's license, in cents. `id` is a variant of a collection. (ORD-01, ORD-02) */
export const CartItemView = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  library_id: LibraryId,
  library: Schema.String,
  resolution: Resolution,
  price: Cents,
  default_thumbnail: Schema.String,
}).annotate({ identifier: "CartItem" });

export type CartItemView = typeof CartItemView.Type;

/** A cart as it can be bought now. Amounts in cents. (ORD-01, DSC-05) */
export const CartView = Schema.Struct({
  token: Schema.String,
  license_id: LicenseId,
  /** Whether the license was chosen for this cart, and need not be asked for again. */
  license_chosen: Schema.Boolean,
  items: Schema.Array(CartItemView),
  /** The code on it and what it takes off; a code that does not count any more has an error and no value. (DSC-09) */
  discount: Schema.NullOr(
    Schema.Struct({
      code: Schema.String,
      value: Schema.NullOr(Cents),
      error: Schema.NullOr(Schema.String),
      /** Why PayPal can't take the cart with it; null where it can. (DSC-08) */
      paypal_error: Schema.NullOr(Schema.String),
    }),
  ),
  /** How near the cart is to the bundle discount. */
  bundle: Schema.Struct({
    name: Schema.String,
    minimum_items: Schema.Int,
    percent_off: Schema.Int,
    items: Schema.Int,
    percent: Schema.Int,
    reached: Schema.Boolean,
  }),
  subtotal: Cents,
  total: Cents,
  quote: Quote,
}).annotate({ identifier: "Cart" });

export type CartView = typeof CartView.Type;

/** A visitor's cart is opened by its token; an account's own needs none. */
const Token = Schema.optional(Schema.NullOr(Text));

/** The cart of single items, of visitors and accounts. A visitor's one becomes the account's at sign-in. (ORD-01) */
export class Carts extends HttpApiGroup.make("carts")
  .add(
    HttpApiEndpoint.get("get", "/orders/shopping_cart", {
      query: { token: Schema.optional(Text) },
      success: CartView,
      error: [Wire.accountLocked],
    }),
    HttpApiEndpoint.put("put", "/orders/shopping_cart", {
      payload: Schema.Struct({
        product_ids: Schema.Array(Id).check(Schema.isMaxLength(200)),
        license: Schema.optional(Schema.NullOr(LicenseId)),
        token: Token,
      }),
      success: CartView,
      error: [Wire.conflict, Wire.accountLocked],
    }),
    HttpApiEndpoint.put("putDiscount", "/orders/discount", {
      payload: Schema.Struct({ discount_code: Text, token: Token }),
      success: CartView,
      error: [Wire.conflict, Wire.accountLocked, Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.delete("removeDiscount", "/orders/discount", {
      query: { token: Schema.optional(Text) },
      success: CartView,
      error: [Wire.conflict, Wire.accountLocked],
    }),
  )
  .middleware(RequestValidation) {}
