/**
 * Returns the value of a key that a visitor chose, such as one of the URL, or undefined if the record doesn't have it.
 * Plain indexing would also find what every object inherits, such as "constructor".
 */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string | null): T | undefined =>
  key !== null && Object.hasOwn(record, key) ? record[key] : undefined;
