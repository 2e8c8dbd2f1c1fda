const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database returned a number beyond 2^53: ${text}`);
  return value;
};
const asText = (text: string): string => text;

/** Makes both drivers read big integers as numbers, and dates and decimals as text. Keys are type OIDs. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: safeInteger,
  1082: asText,
  1114: asText,
  1700: asText,
};
