/** How large the file of a variant is, in bytes; null as long as there was none. */
export const fileSizes: readonly string[] = [
  "alter table collection_variants add column file_size bigint check (file_size >= 0)",
];
