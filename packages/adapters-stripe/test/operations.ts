import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Stripe from "stripe";

const SOURCE = join(import.meta.dirname, "../src");

/** Returns the request of a method of Stripe's library, such as "POST /v1/invoices/:id/pay"; null if it makes none. */
const operationOf = (resource: string, method: string): string | null => {
  const owner: unknown = Reflect.get(new Stripe("sk_test_x"), resource);
  const called: unknown = typeof owner === "object" && owner !== null ? Reflect.get(owner, method) : null;
  if (typeof called !== "function") throw new Error(`Stripe's library has no ${resource}.${method}`);
  const [, verb, path] = /_makeRequest\('(\w+)', [`']([^`']+)[`']/.exec(called.toString()) ?? [];
  return path === undefined ? null : `${verb} ${path.replaceAll(/\$\{[^}]+\}/g, ":id")}`;
};

/** Returns the operations of Stripe's API that the adapter calls, by its source. */
export const calledOperations = (): readonly string[] => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const calls = files.flatMap((name) => [
    ...readFileSync(join(SOURCE, name), "utf8").matchAll(/\bstripe\s*\.(\w+)\s*\.(\w+)\(/g),
  ]);
  const operations = calls.map(([, resource = "", method = ""]) => operationOf(resource, method));
  return [...new Set(operations.filter((each) => each !== null))].sort();
};
