/** Variants of any resolution, with the size of a frame in pixels, which earlier ones don't have. */
export const resolutions: readonly string[] = [
  `alter table collection_variants
     add column width integer constraint collection_variants_width_check check (width > 0)`,
  `alter table collection_variants
     add column height integer constraint collection_variants_height_check check (height > 0)`,
  "alter table collection_variants drop constraint collection_variants_resolution_check",
  `alter table collection_variants add constraint collection_variants_resolution_check
     check (resolution in ('HD', '2K', '4K', '6K', '8K'))`,
];
