/** A setting that can't be used; the message names it and what would work. */
export class BadSetting extends Error {}

/** Two settings that are there together or not at all; null where neither is. */
export const bothOrNone = (
  env: Readonly<Record<string, string | undefined>>,
  one: string,
  other: string,
): readonly [string, string] | null => {
  const [first, second] = [env[one] || null, env[other] || null];
  if (first !== null && second !== null) return [first, second];
  if (first === null && second === null) return null;
  const [set, missing] = first === null ? [other, one] : [one, other];
  throw new BadSetting(`${set} is set without ${missing}: set both, or none.`);
};
