import { ApiError } from "./errors.ts";

/** Fields that are only returned if `expand` requests them. */
const INCLUDABLE: Readonly<Record<string, readonly string[]>> = {
  invoice: ["confirmation_secret", "payments"],
  charge: ["refunds"],
  customer: ["subscriptions", "sources"],
};

/** The maximum depth of an `expand` path. */
const DEEPEST = 4;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// A value that was serialized to JSON and parsed again is JSON.
const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const refuse = (message: string): ApiError =>
  new ApiError(400, { type: "invalid_request_error", message, param: "expand" });

/** Removes the includable fields that no path requests. */
const withoutIncludable = (node: Json, paths: readonly string[]): Json => {
  if (Array.isArray(node)) return node.map((each) => withoutIncludable(each, paths));
  if (node === null || typeof node !== "object") return node;
  const includable = typeof node["object"] === "string" ? (INCLUDABLE[node["object"]] ?? []) : [];
  const shown: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(node)) {
    const below = paths
      .filter((path) => path === key || path.startsWith(`${key}.`))
      .map((path) => path.slice(key.length + 1));
    if (!includable.includes(key) || below.length > 0) shown[key] = withoutIncludable(value, below);
  }
  return shown;
};

/**
 * Returns a JSON copy of a response in which each path ("data.customer", "latest_invoice.payments") has its ids
 * replaced by objects. Throws the API's 400 if a path does not exist or is too deep.
 */
export const expand = (answer: unknown, paths: readonly string[], find: (id: string) => object | undefined): Json => {
  const walk = (node: Json, [key, ...rest]: readonly string[], path: string): void => {
    if (key === undefined || node === null || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const each of node) walk(each, [key, ...rest], path);
      return;
    }
    const value = node[key];
    if (value === undefined) throw refuse(`This property cannot be expanded (${path}).`);
    const expandId = (id: string): Json => {
      const object = find(id);
      if (object === undefined) throw refuse(`This property cannot be expanded (${path}).`);
      return toJson(object);
    };
    if (typeof value === "string") node[key] = expandId(value);
    if (Array.isArray(value)) node[key] = value.map((each) => (typeof each === "string" ? expandId(each) : each));
    walk(node[key] ?? null, rest, path);
  };
  const tooDeep = paths.find((path) => path.split(".").length > DEEPEST);
  if (tooDeep !== undefined) throw refuse(`You cannot expand more than ${DEEPEST} levels of a property (${tooDeep}).`);
  const root = toJson(answer);
  for (const path of paths) walk(root, path.split("."), path);
  return withoutIncludable(root, paths);
};
