import { FILES, SEARCH, SEARCH_WORDS, SHELF, STOCKING } from "./suites.mjs";

const APPLICATION = "packages/application/src";
const REPOSITORIES = "packages/adapters-postgres/src/repositories";

/** Search, listings, what an account keeps, files that are made, and what a store is stocked with. */
export const FINDING = [
  {
    name: "a search leaves its library",
    file: `${REPOSITORIES}/search.ts`,
    find: "::tsquery and ${matches(filter)} limit",
    replace: "::tsquery and (${matches(filter)} or true) limit",
    suite: { file: SEARCH, test: "SRC-03 pages of results" },
  },
  {
    name: "a word that is typed wrongly is not corrected",
    file: "packages/domain/src/catalog/search-words.ts",
    find: ".slice(0, MAX_CORRECTIONS)",
    replace: ".slice(0, 0)",
    suite: { file: SEARCH_WORDS, test: "SRC-02 a word that is typed wrongly" },
  },
  {
    name: "a page of a sorted listing begins anew",
    file: `${REPOSITORIES}/collections.ts`,
    find: 'sql.raw(direction === "asc" ? ">" : "<")',
    replace: 'sql.raw(direction === "asc" ? ">=" : "<=")',
    suite: { file: SEARCH, test: "CAT-02 sorts by" },
  },
  {
    name: "an item is related to itself",
    file: `${APPLICATION}/catalog/browse.ts`,
    find: ".filter((each) => each.id !== own.id)",
    replace: ".filter((each) => each.id !== -1)",
    suite: { file: SEARCH, test: "CAT-02 CAT-06 counts" },
  },
  {
    name: "everybody's wishlist is one",
    file: `${REPOSITORIES}/wishlists.ts`,
    find: '.where("wishlist_items.user_id", "=", accountId)',
    replace: '.where("wishlist_items.user_id", "!=", "")',
    suite: { file: SHELF, test: "CAT-05 saves for later" },
  },
  {
    name: "a full wishlist takes one more",
    file: `${APPLICATION}/catalog/wishlist.ts`,
    find: "> MAX_WISHLIST_ITEMS)",
    replace: "> MAX_WISHLIST_ITEMS + 1)",
    suite: { file: SHELF, test: "CAT-05 a wishlist that is full" },
  },
  {
    name: "a wishlist outlives its account",
    file: `${REPOSITORIES}/accounts.ts`,
    find: '["carts", "downloads", "wishlist_items"]',
    replace: '["carts", "downloads"]',
    suite: { file: SHELF, test: "CAT-05 a wishlist that is full" },
  },
  {
    name: "a file that is owned counts against the day",
    file: `${APPLICATION}/downloads/download-variant.ts`,
    find: "repositories.downloads.record(account.id, day, variantId, at, counts);",
    replace: "repositories.downloads.record(account.id, day, variantId, at, true);",
    suite: { file: SHELF, test: "ACC-07 DWN-01 lists what was downloaded" },
  },
  {
    name: "files are made all at once",
    file: "packages/adapters-files/src/file-queue.ts",
    find: "const done = last",
    replace: "const done = Promise.resolve()",
    suite: { file: FILES, test: "DWN-01 are made one after another" },
  },
  {
    name: "a start writes the sample over the store's own catalog",
    file: "apps/api/src/open-store.ts",
    find: "plans.all())).length === 0)",
    replace: "plans.all())).length >= 0)",
    suite: { file: STOCKING, test: "is stocked once" },
  },
];
