const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`a number beyond 2^53 came from the database: ${text}`);
  return value;
};
const asText = (text: string): string => text;

/** Both drivers read these types alike: big integers as numbers, dates and decimals as text. Keys are type oids. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: safeInteger,
  1082: asText,
  1114: asText,
  1700: asText,
};
