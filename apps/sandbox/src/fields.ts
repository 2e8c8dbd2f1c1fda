import type { Context } from "hono";
import { parseForm } from "./stripe/form.ts";

/**
 * The fields of a form or of a JSON object. A field that is missing or of another type is looked at where it is read.
 */
export const readFields = async (c: Context): Promise<Record<string, unknown>> => {
  const text = await c.req.text();
  return c.req.header("content-type")?.includes("json")
    ? (JSON.parse(text) as Record<string, unknown>)
    : parseForm(text);
};

/** Whether a person asks with a browser: a form is redirected to the page, and JSON is answered with JSON. */
export const isFromPerson = (c: Context): boolean => c.req.header("accept")?.includes("text/html") ?? false;

/**
 * An amount among the fields: `amount` in cents, or `dollars` as a person types them; undefined where there is none.
 */
export const centsIn = ({ amount, dollars }: Readonly<Record<string, unknown>>): number | undefined =>
  numberIn(amount) ??
  (typeof dollars === "string" && dollars.trim() !== "" ? numberIn(Math.round(Number(dollars) * 100)) : undefined);

/** A whole number among the fields; undefined where it is none. */
export const numberIn = (value: unknown): number | undefined => {
  const number = Number(value ?? Number.NaN);
  return Number.isInteger(number) ? number : undefined;
};
