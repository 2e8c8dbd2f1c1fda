import { PayPalError } from "./errors.ts";

/** Returns the value at a path of a JSON body, or undefined if the path does not exist. */
export const valueAt = (body: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined), body);

/** Returns a string unchanged, and "" for anything else. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Converts PayPal's amount in US dollars to cents. Throws the API's 400 if the value is not a valid amount. */
export const centsOf = (money: unknown): number => {
  const given = textOf(valueAt(money, "value"));
  if (!/^\d+\.\d{2}$/.test(given) || valueAt(money, "currency_code") !== "USD")
    throw new PayPalError(400, "INVALID_PARAMETER_VALUE");
  return Math.round(Number(given) * 100);
};

/** Returns a URL. Throws the API's 400 if it is not one. */
export const addressOf = (value: unknown): string => {
  if (!URL.canParse(textOf(value))) throw new PayPalError(400, "INVALID_PARAMETER_VALUE");
  return textOf(value);
};
