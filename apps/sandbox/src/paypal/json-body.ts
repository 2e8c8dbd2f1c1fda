import { PayPalError } from "./errors.ts";

/** The value at a path of a JSON body; undefined where the path leads nowhere. */
export const valueAt = (body: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined), body);

/** A value as text; empty where it is none. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** An amount of US dollars in cents. Throws the API's 400 for anything else. */
export const centsOf = (money: unknown): number => {
  const given = textOf(valueAt(money, "value"));
  if (!/^\d+\.\d{2}$/.test(given) || valueAt(money, "currency_code") !== "USD")
    throw new PayPalError(400, "INVALID_PARAMETER_VALUE");
  return Math.round(Number(given) * 100);
};

/** An address. Throws the API's 400 for anything else. */
export const addressOf = (value: unknown): string => {
  if (!URL.canParse(textOf(value))) throw new PayPalError(400, "INVALID_PARAMETER_VALUE");
  return textOf(value);
};
