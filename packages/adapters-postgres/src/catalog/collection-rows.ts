import {
  type Collection,
  type LibraryId,
  type SearchTerm,
  categorySlug,
  cents,
  credits,
  nameKey,
  searchTerms,
} from "@backlot/domain";
import type { Selectable } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db } from "../db.ts";
import type { Tables } from "../schema.ts";

type Variant = Omit<Selectable<Tables["collection_variants"]>, "collection_id">;
/** A collection row with its variants. */
export type Row = Omit<Selectable<Tables["collections"]>, "category_slug" | "words" | "name_key"> & {
  readonly collection_variants: readonly Variant[];
};

const COLUMNS = [
  "collections.id",
  "collections.slug",
  "collections.name",
  "collections.library_id",
  "collections.category",
  "collections.tags",
  "collections.description",
  "collections.access",
  "collections.free_product",
  "collections.membership_tier",
  "collections.made_by_provider",
  "collections.alpha",
  "collections.credit_price",
  "collections.upgrade_credit_price",
  "collections.price",
  "collections.original_price",
  "collections.listed",
  "collections.release_date",
  "collections.coming",
  "collections.clips",
] as const;

/** Selects collections with their variants, in one query. */
export const withVariants = (db: Db) =>
  db
    .selectFrom("collections")
    .select(COLUMNS)
    .select((from) =>
      jsonArrayFrom(
        from
          .selectFrom("collection_variants")
          .select([
            "id",
            "name",
            "resolution",
            "width",
            "height",
            "format",
            "price",
            "file_name",
            "description",
            "file_size",
            "listed",
          ])
          .whereRef("collection_id", "=", "collections.id")
          .orderBy("id"),
      ).as("collection_variants"),
    );

/** Converts a row with its variants to a collection. */
export const collection = (row: Row): Collection => ({
  ...row,
  // A check constraint of the table admits only the three libraries.
  library_id: row.library_id as LibraryId,
  credit_price: row.credit_price === null ? null : credits(row.credit_price),
  upgrade_credit_price: row.upgrade_credit_price === null ? null : credits(row.upgrade_credit_price),
  price: cents(row.price),
  original_price: row.original_price === null ? null : cents(row.original_price),
  collection_variants: row.collection_variants.map((variant) => ({ ...variant, price: cents(variant.price) })),
});

/**
 * Returns the tsvector of a collection's words, which are safe because they contain only letters, digits, and marks.
 */
const toVector = (terms: readonly SearchTerm[]): string =>
  terms.map(({ word, place, weight }) => `'${word}':${place}${weight}`).join(" ");

/**
 * Returns the columns that a search uses for a collection: its category's slug, the words of its name, and its tsvector
 * as text.
 */
export const foundBy = (described: Pick<Collection, "name" | "category" | "tags" | "description">) => ({
  category_slug: categorySlug(described.category),
  name_key: nameKey(described.name),
  words: toVector(searchTerms(described)),
});
