import Stripe from "stripe";
import { idOf, newId } from "../ids.ts";

/** Creates a product. Without an id it gets a random one. */
export const makeProduct = (
  at: number,
  of: { readonly id: string | undefined; readonly name: string },
): Stripe.Product => ({
  id: of.id ?? newId("prod"),
  object: "product",
  active: true,
  created: at,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: of.name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: "service",
  unit_label: null,
  updated: at,
  url: null,
});

/** Creates a recurring price, in cents. An inline price is inactive, so nothing else can use it. */
export const makePrice = (
  at: number,
  of: {
    readonly currency: string;
    readonly product: string;
    readonly unit_amount: number;
    readonly interval: string;
    readonly interval_count: number;
    readonly lookup_key: string | null;
    readonly isInline: boolean;
  },
): Stripe.Price => ({
  id: newId("price"),
  object: "price",
  active: !of.isInline,
  billing_scheme: "per_unit",
  created: at,
  currency: of.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: of.lookup_key,
  metadata: {},
  nickname: null,
  product: of.product,
  recurring: {
    interval: of.interval,
    interval_count: of.interval_count,
    meter: null,
    trial_period_days: null,
    usage_type: "licensed",
  },
  tax_behavior: "unspecified",
  tiers_mode: null,
  transform_quantity: null,
  type: "recurring",
  unit_amount: of.unit_amount,
  unit_amount_decimal: Stripe.Decimal.from(of.unit_amount),
});

/** Returns the legacy plan object that subscription items include next to their price. */
export const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: "plan",
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: "per_unit",
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? "month",
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: idOf(price.product),
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: "licensed",
});
