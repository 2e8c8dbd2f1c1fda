/**
 * Returns the value for a key that a visitor chose, such as one from the URL, or undefined if the record doesn't have
 * it. Plain indexing would also find inherited properties, such as "constructor".
 */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string | null): T | undefined =>
  key !== null && Object.hasOwn(record, key) ? record[key] : undefined;
