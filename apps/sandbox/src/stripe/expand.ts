import { ApiError } from "./errors.ts";

/** Fields answered only when asked for by `expand`. */
export const INCLUDABLE: Record<string, string[]> = {
  invoice: ["confirmation_secret", "payments"],
  charge: ["refunds"],
  customer: ["subscriptions", "sources"],
};
type Json = null | boolean | number | string | Json[] | { [k: string]: Json };
/**
 * A JSON copy with ids replaced along each path ("data.customer", "latest_invoice.payments"); throws 400 like Stripe.
 */
export const expand = (source: unknown, paths: string[], find: (id: string) => unknown): Json => {
  const hide = (node: Json, keep: string[]): Json => {
    if (Array.isArray(node)) return node.map((n) => hide(n, keep));
    if (node === null || typeof node !== "object") return node;
    const hidden = typeof node["object"] === "string" ? (INCLUDABLE[node["object"]] ?? []) : [];
    const out: { [k: string]: Json } = {};
    for (const [k, v] of Object.entries(node)) {
      const below = keep.filter((p) => p === k || p.startsWith(`${k}.`)).map((p) => p.slice(k.length + 1));
      if (hidden.includes(k) && below.length === 0) continue;
      out[k] = hide(v, below);
    }
    return out;
  };
  const copy = (v: unknown): Json => JSON.parse(JSON.stringify(v)) as Json;
  const walk = (node: Json, [key, ...rest]: string[], path: string): void => {
    if (key === undefined || node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const each of node) walk(each, [key, ...rest], path);
      return;
    }
    const value = node[key];
    if (value === undefined)
      throw new ApiError(400, {
        type: "invalid_request_error",
        message: `This property cannot be expanded (${path}).`,
        param: "expand",
      });
    if (typeof value === "string") {
      const full = find(value);
      if (full === undefined)
        throw new ApiError(400, {
          type: "invalid_request_error",
          message: `This property cannot be expanded (${path}).`,
          param: "expand",
        });
      node[key] = copy(full);
    }
    walk(node[key] as Json, rest, path);
  };
  const deep = paths.find((path) => path.split(".").length > 4);
  if (deep !== undefined) {
    throw new ApiError(400, {
      type: "invalid_request_error",
      message: `You cannot expand more than 4 levels of a property (${deep}).`,
      param: "expand",
    });
  }
  const root = copy(source);
  for (const path of paths) walk(root, path.split("."), path);
  return hide(root, paths);
};
