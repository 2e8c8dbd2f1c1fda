const UNITS: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, b: 1e9, billion: 1e9 };

/** The largest revenue to accept, in dollars. */
const MAX_REVENUE = 1e12;

/**
 * Parses an annual revenue as people write it, such as "$4M", "4,000,000", "2.5 million", or "150k". Returns whole
 * dollars, or null if the text isn't an amount.
 */
export const revenueNamed = (text: string): number | null => {
  const pattern = /^\$? ?(\d{1,3}(?:,\d{3})+|\d{1,13})(\.\d{1,6})? ?(k|thousand|m|million|b|billion)?$/i;
  const [match, whole = "", part = "", unit = ""] = pattern.exec(text.trim()) ?? [];
  if (match === undefined) return null;
  // Round before cutting off cents, because 4.35 times a million is a bit less than 4,350,000.
  const dollars = Math.floor(
    Number((Number(whole.replaceAll(",", "") + part) * (UNITS[unit.toLowerCase()] ?? 1)).toFixed(2)),
  );
  return dollars <= MAX_REVENUE ? dollars : null;
};
