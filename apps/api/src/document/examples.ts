import type { JsonSchema } from "./json-schema.ts";
import recorded from "./examples.json" with { type: "json" };

/** Recorded responses of a store, by schema name. */
const RECORDED: Readonly<Record<string, unknown>> = recorded;

/** Example field values, by name. Numbers are in the field's unit, such as cents or credits. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  email: "ada@studio.example",
  first_name: "Ada",
  last_name: "Lens",
  company_name: "Lens Studio",
  phone: "+1 555 0100",
  address: "1 Mill Street, Springfield",
  password: "correct horse battery",
  current_password: "correct horse",
  token: "kq3ZcG1v8Zt0w2YxJ5rN",
  plan_variant_id: 130,
  variant_id: 1011,
  collection_variant_id: 1011,
  collection_id: 1,
  product_ids: [1011, 1021],
  license_id: 1,
  library_id: 1,
  slug: "ground-fire",
  category: "fire",
  category_slug: "fire",
  library: "2D elements",
  q: "campfire smoke",
  cq: "campf",
  number: "R1-000042",
  payment_intent: "pi_3Qx1",
  payment_intent_id: "pi_3Qx1",
  setup_intent_id: "seti_1Qx1",
  payment_method_id: "pm_1Qx1",
  customer_id: "cus_Qx1",
  stripe_customer_token: "cus_Qx1",
  client_secret: "pi_3Qx1_secret_9f",
  discount_code: "FILM20",
  code: "FILM20",
  order_id: "0199f2a0-5c1e-7a77-8d3c-1d5a4f1f2b3c",
  url: "https://shop.example/files/1011.zip",
  redirect_url: "https://www.paypal.com/checkoutnow?token=5O1",
  price: 4_900,
  amount: 4_900,
  total: 4_900,
  subtotal: 4_900,
  gross: 4_900,
  net: 4_900,
  charge_today: 4_900,
  expected_total: 4_900,
  original_price: null,
  discount: 0,
  tax: 0,
  account_credit: 0,
  account_credit_left: 0,
  credits: 20,
  recurring_credits: 20,
  credit_price: 10,
  credits_spent: 10,
  current_credit_balance: 20,
  purchased_credits: 20,
  add_on_credits: 20,
  limit: 24,
  starting_after: 42,
  currency: "usd",
  last4: "4242",
  exp_month: 12,
  exp_year: 2030,
  brand: "visa",
  display_brand: "visa",
  width: 2_048,
  height: 1_152,
  recaptchaToken: "03AFcWeA",
  message: "Choose a plan first.",
  timestamp: "2026-11-30T09:30:00.000Z",
};

/** The time that examples show. */
const TIME = "2026-11-30T09:30:00.000Z";

const stringFor = (schema: JsonSchema, name: string): string => {
  const { pattern = "" } = schema;
  if (pattern.includes("T\\d{2}:\\d{2}")) return TIME;
  if (pattern.startsWith("^pi_")) return "pi_3Qx1";
  if (pattern.startsWith("^seti_")) return "seti_1Qx1";
  if (name === "id" || name.endsWith("_id")) return "0199f2a0-5c1e-7a77-8d3c-1d5a4f1f2b3c";
  if (name.endsWith("_at") || name === "at") return TIME;
  if (name.endsWith("_date") || name === "day") return "2026-11-30";
  if (name.endsWith("name")) return "Ground Fire";
  return "Text";
};

const isOf = (schema: JsonSchema, value: unknown): boolean => {
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.anyOf !== undefined) return schema.anyOf.some((part) => isOf(part, value));
  switch (schema.type) {
    case "integer":
      return Number.isInteger(value) && Number(value) >= (schema.minimum ?? Number(value));
    case "number":
      return typeof value === "number";
    case "string":
      return typeof value === "string" && (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value));
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    default:
      return false;
  }
};

/** Returns an example value for a schema. `named` looks up a named schema, and `name` is the field's name. */
export const exampleOf = (
  schema: JsonSchema,
  named: (name: string) => JsonSchema | undefined,
  name = "",
  depth = 0,
): unknown => {
  const inner = (part: JsonSchema, of = name): unknown => exampleOf(part, named, of, depth + 1);
  const { allOf, ...others } = schema;
  const usual = BY_NAME[name];
  if (usual !== undefined && isOf(schema, usual)) return usual;
  if (schema.$ref !== undefined) {
    const of = schema.$ref.split("/").at(-1) ?? "";
    if (RECORDED[of] !== undefined) return RECORDED[of];
    const part = named(of);
    return part === undefined ? {} : inner(part);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) {
    // Show nullable objects as null, so that examples stay short.
    const empty = parts.find(({ type }) => type === "null");
    const [first] = parts.filter((part) => part !== empty);
    const isLarge = first !== undefined && (first.$ref !== undefined || first.type === "object");
    return empty !== undefined && (isLarge || first === undefined) ? null : inner(first ?? {});
  }
  if (allOf !== undefined) return inner(Object.assign({}, others, ...allOf));
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => schema.required?.includes(field) === true)
          .map(([field, part]) => [field, inner(part, field)]),
      );
    case "array": {
      if (schema.prefixItems !== undefined) return schema.prefixItems.map((part) => inner(part));
      const many = schema.items === undefined || schema.items === false || depth > 8 ? [] : [inner(schema.items)];
      return many;
    }
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return !name.startsWith("is_") && name !== "owned";
    case "null":
      return null;
    case "string":
      return stringFor(schema, name);
    default:
      return {};
  }
};
