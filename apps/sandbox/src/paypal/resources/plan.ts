import type { StoredPlan, StoredProduct } from "../stored-objects.ts";
import { type Link, type Money, readLink, toMoney, toTime } from "./values.ts";

/** A product, which plans belong to: `POST /v1/catalogs/products`. */
export interface ProductResource {
  readonly id: string;
  readonly name: string;
  readonly type: "DIGITAL";
  readonly create_time: string;
  readonly links: readonly Link[];
}

/** A plan: `GET /v1/billing/plans/{id}`. */
export interface PlanResource {
  readonly id: string;
  readonly product_id: string;
  readonly name: string;
  readonly status: "ACTIVE" | "INACTIVE";
  readonly billing_cycles: readonly {
    readonly frequency: { readonly interval_unit: "MONTH" | "YEAR"; readonly interval_count: number };
    readonly tenure_type: "TRIAL" | "REGULAR";
    readonly sequence: number;
    readonly total_cycles: number;
    readonly pricing_scheme: { readonly fixed_price: Money };
  }[];
  readonly create_time: string;
  readonly links: readonly Link[];
}

/** Returns a product in the API's format. `base` is the sandbox's own URL. */
export const toProduct = ({ id, name, created }: StoredProduct, base: string): ProductResource => ({
  id,
  name,
  type: "DIGITAL",
  create_time: toTime(created),
  links: [readLink("self", `${base}/v1/catalogs/products/${id}`)],
});

/** Returns a plan in the API's format. `base` is the sandbox's own URL. */
export const toPlan = ({ id, product_id, name, status, cycles, created }: StoredPlan, base: string): PlanResource => ({
  id,
  product_id,
  name,
  status,
  billing_cycles: cycles.map(({ unit, tenure_type, total_cycles, price }, index) => ({
    frequency: { interval_unit: unit, interval_count: 1 },
    tenure_type,
    sequence: index + 1,
    total_cycles,
    pricing_scheme: { fixed_price: toMoney(price) },
  })),
  create_time: toTime(created),
  links: [readLink("self", `${base}/v1/billing/plans/${id}`)],
});
