/** The format of a variant, if variants of the same resolution differ by it. */
export const formats: readonly string[] = [
  `alter table collection_variants
     add column format text constraint collection_variants_format_check check (format <> '')`,
];
