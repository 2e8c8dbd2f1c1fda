import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** Participles that don't say what a value is. Name the value instead: the request, the order, the account. */
const VAGUE = new Set(["asked", "found", "known", "own", "stored", "seen", "made", "left", "said", "told"]);

/**
 * The vague names allowed in each file: fields of formats that other programs read, and words used in another sense.
 */
const ALLOWED = {
  // Fields of backups, of the command's JSON, and of stored discounts.
  "apps/api/src/backup/backup-folder.ts": ["stored"],
  "apps/api/src/backup/sealing.ts": ["stored"],
  "apps/cli/src/support/credits-history.ts": ["left"],
  "packages/adapters-stripe/src/promo-codes.ts": ["left"],
  "packages/domain/src/pricing/discount.schema.ts": ["left"],
  // Operations of the API.
  "packages/application/src/checkout/purchases.ts": ["known", "left"],
  // Parameters of URLs.
  "apps/web/app/routes/payment-methods.tsx": ["said"],
  "apps/web/app/routes/team.tsx": ["left"],
  // The opposite of right.
  "apps/web/app/features/accounts/account-frame.tsx": ["left"],
  "apps/web/app/features/catalog/desk-stage.tsx": ["left"],
  "packages/adapters-media/src/pixels.ts": ["left"],
  "packages/adapters-pdf/src/certificate-page.ts": ["left"],
};

const PRODUCTION = /^(?:packages\/[\w-]+\/src|apps\/[\w-]+\/(?:src|app))\/.*\.tsx?$/;

const isFunction = ({ type }) => /Function|TSMethodSignature|TSCallSignature/.test(type);

/** Returns the identifiers that the pattern of a variable or a parameter declares, including destructured ones. */
const bound = (pattern) => {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((each) => bound(each.argument ?? each.value));
    case "ArrayPattern":
      return pattern.elements.flatMap(bound);
    case "AssignmentPattern":
      return bound(pattern.left);
    case "RestElement":
      return bound(pattern.argument);
    default:
      return [];
  }
};

/** Returns the names that a node of the syntax tree declares. */
const declared = (node) => {
  if (node.type === "VariableDeclarator") return bound(node.id);
  if (node.type === "CatchClause") return bound(node.param);
  if (node.type === "TSPropertySignature" || node.type === "Property")
    return node.key.type === "Identifier" && !node.shorthand ? [node.key] : [];
  return isFunction(node) ? [...(node.params ?? []).flatMap(bound), ...bound(node.id)] : [];
};

const nodesOf = (node) => {
  if (node === null || typeof node !== "object") return [];
  if (Array.isArray(node)) return node.flatMap(nodesOf);
  return [...(typeof node.type === "string" ? [node] : []), ...Object.values(node).flatMap(nodesOf)];
};

/** Returns the vague names that a file declares, one line each. */
export const nameFaults = (path, text, allowed = ALLOWED) => {
  if (!PRODUCTION.test(path)) return [];
  const names = nodesOf(parseSync(path, text).program).flatMap(declared);
  return names
    .filter(({ name }) => VAGUE.has(name) && !(allowed[path]?.includes(name) ?? false))
    .map(({ name, start }) => {
      const line = text.slice(0, start).split("\n").length;
      return `${path}:${line}: "${name}" doesn't say what it is: name the value, such as order or request`;
    });
};

/** Returns the faults of the whole repository. */
export const namesIn = (root, files) =>
  files
    .filter((path) => PRODUCTION.test(path))
    .flatMap((path) => nameFaults(path, readFileSync(join(root, path), "utf8")));
