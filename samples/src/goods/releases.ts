/** The release dates of the sample's collections, and the slugs released on each. */
const RELEASES: Readonly<Record<string, readonly string[]>> = {
  "2026-03-03": ["ground-fire", "campfire", "rising-smoke", "chimney-smoke", "grinder-sparks", "falling-snow"],
  "2026-04-14": ["weathered-boulder", "cratered-asteroid", "clay-amphora", "green-screen-turntable"],
  "2026-05-12": ["fireball-explosion", "rifle-muzzle-flash", "pistol-muzzle-flash", "black-oil-smoke", "steam-vent"],
  "2026-06-16": ["forked-lightning", "magic-portal", "pre-keyed-turntable", "handheld-tracking-set"],
  "2026-07-14": ["welding-sparks", "spark-fountain", "rising-embers", "wind-driven-fire"],
  "2026-08-18": ["ground-fog", "smoke-burst", "red-smoke-grenade", "green-screen-smoke"],
  "2026-09-15": ["grenade-blast", "golden-magic-dust", "ink-drop", "spark-burst"],
  "2026-10-13": ["ember-storm", "blue-screen-confetti"],
  "2026-11-10": ["mushroom-cloud", "flamethrower", "rusted-oil-drum"],
};

/** Returns the release date of a sample collection, or null if it has none. */
export const releaseDateOf = (slug: string): string | null =>
  Object.entries(RELEASES).find(([, slugs]) => slugs.includes(slug))?.[0] ?? null;
