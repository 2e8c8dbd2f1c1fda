import { FILES, GOODS, GUESTS } from "./suites.mjs";

const APPLICATION = "packages/application/src";

/** What a store is stocked with, what it costs whom, and who may open a file. */
export const STOCK = [
  {
    name: "a collection is offered before its files are there",
    file: `${APPLICATION}/catalog/stock-collections.ts`,
    find: "listed: isStocked(needed, found)",
    replace: "listed: true",
    suite: { file: GOODS, test: "CAT-03 CLI-03 are imported once" },
  },
  {
    name: "an import writes what is the same",
    file: `${APPLICATION}/catalog/stock-collections.ts`,
    find: "if (isNew) yield* repos.collections.put(collection);",
    replace: "yield* repos.collections.put(collection);",
    suite: { file: GOODS, test: "CAT-03 CLI-03 are imported once" },
  },
  {
    name: "a file of one collection is taken for another's",
    file: `${APPLICATION}/catalog/stock-collections.ts`,
    find: "if (other !== slug)",
    replace: "if (other === undefined)",
    suite: { file: GOODS, test: "CLI-03 a store takes only sound goods" },
  },
  {
    name: "what was taken out of the shop is still sold for credits",
    file: `${APPLICATION}/credits/buy-with-credits.ts`,
    find: "if (!collection?.listed) return",
    replace: "if (!collection) return",
    suite: { file: GOODS, test: "CAT-03 CLI-03 are imported once" },
  },
  {
    name: "what was taken out of the shop is shown to everybody",
    file: "packages/domain/src/catalog/collection.ts",
    find: "collection.listed || hasSomeOfIt;",
    replace: "collection.listed || hasSomeOfIt || true;",
    suite: { file: GOODS, test: "CAT-03 CLI-03 are imported once" },
  },
  {
    name: "a file is kept that did not arrive as it was sent",
    file: "packages/adapters-files/src/disk-stock.ts",
    find: 'if (hash.digest("hex") !== sha256)',
    replace: 'if (hash.digest("hex") === "")',
    suite: { file: GOODS, test: "CLI-03 a store takes only sound goods" },
  },
  {
    name: "everybody pays the price of who has a part",
    file: "packages/domain/src/catalog/collection.ts",
    find: "const isOffered = buyer.ownsVariant && !buyer.owns;",
    replace: "const isOffered = !buyer.owns;",
    suite: { file: GOODS, test: "CAT-03 CLI-03 are imported once" },
  },
  {
    name: "a guest's link opens in any browser",
    file: "packages/adapters-files/src/links.ts",
    find: "`b:${holder.key}`",
    replace: '"b:"',
    suite: { file: GUESTS, test: "ORD-03 CHK-06 a guest pays by a typed card" },
  },
  {
    name: "a folder that is full drops what somebody owns",
    file: "packages/adapters-files/src/disk.ts",
    find: " || owned.has(Number.parseInt(name, 10))) continue;",
    replace: ") continue;",
    suite: { file: FILES, test: "DWN-01 keep within the folder's limit" },
  },
];
