import type { Context } from "hono";
import { parseForm } from "./stripe/form.ts";

/** Returns the fields of a form or of a JSON object. Each caller checks the fields that it reads. */
export const readFields = async (c: Context): Promise<Record<string, unknown>> => {
  const text = await c.req.text();
  return c.req.header("content-type")?.includes("json")
    ? (JSON.parse(text) as Record<string, unknown>)
    : parseForm(text);
};

/** Returns whether a browser sent the request. Browsers are redirected to the page, and other clients get JSON. */
export const isFromPerson = (c: Context): boolean => c.req.header("accept")?.includes("text/html") ?? false;

/** Returns an amount in cents, from `amount` in cents or `dollars` as typed; undefined if neither is valid. */
export const centsIn = ({ amount, dollars }: Readonly<Record<string, unknown>>): number | undefined =>
  numberIn(amount) ??
  (typeof dollars === "string" && dollars.trim() !== "" ? numberIn(Math.round(Number(dollars) * 100)) : undefined);

/** Returns a field as an integer, or undefined if it is not one. */
export const numberIn = (value: unknown): number | undefined => {
  const number = Number(value ?? Number.NaN);
  return Number.isInteger(number) ? number : undefined;
};
