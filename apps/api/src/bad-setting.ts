/** An invalid setting. The message names the setting and a valid value. */
export class BadSetting extends Error {}

/** Returns two settings that must be set together, or null if neither is set. Throws BadSetting if only one is. */
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
