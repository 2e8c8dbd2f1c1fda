import type { Collection, LibraryId } from "@backlot/domain";
import { cents, credits } from "@backlot/domain";

const THINGS = [
  ["Fire", "fire", "flames", "burning"],
  ["Smoke", "smoke", "plume", "billow"],
  ["Explosions", "explosion", "blast", "fireball"],
  ["Lightning", "lightning", "bolt", "storm"],
  ["Muzzle Flashes", "muzzle flash", "gun", "shot"],
  ["Sparks", "sparks", "grinder", "metal"],
  ["Dust", "dust", "sand", "desert"],
  ["Water", "water", "splash", "spray"],
  ["Fog", "fog", "mist", "haze"],
  ["Magic", "magic", "portal", "energy"],
] as const;

const KINDS = [
  "Slow",
  "Wide",
  "Tall",
  "Distant",
  "Rolling",
  "Drifting",
  "Heavy",
  "Thin",
  "Sharp",
  "Soft",
  "Dense",
] as const;
const PLACES = ["Alley", "Forest", "Rooftop", "Harbour", "Canyon", "Tunnel", "Field", "Hangar", "Quarry"] as const;

const pick = <A>(list: readonly A[], n: number): A => {
  const found = list[n % list.length];
  if (found === undefined) throw new RangeError("nothing to pick from");
  return found;
};

/** Generates sellable collections with unique names across all categories and libraries. Ids start at `firstId`. */
export function* manyCollections(count: number, firstId = 100_000): Generator<Collection> {
  for (let n = 0; n < count; n += 1) {
    const id = firstId + n;
    const [category, thing, ...tags] = pick(THINGS, n);
    const kind = pick(KINDS, Math.floor(n / THINGS.length));
    const place = pick(PLACES, Math.floor(n / (THINGS.length * KINDS.length)));
    const take = Math.floor(n / (THINGS.length * KINDS.length * PLACES.length)) + 1;
    const name = `${kind} ${place} ${thing.replace(/^./, (letter) => letter.toUpperCase())} ${take}`;
    const slug = `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-${id}`;
    const access = pick(["free", "essentials", "premium"] as const, n);
    yield {
      id,
      slug,
      name,
      library_id: ((n % 3) + 1) as LibraryId,
      category,
      tags: [thing, ...tags, ...(n % 7 === 0 ? ["new"] : [])],
      description: `${kind} ${thing} as seen in a ${place.toLowerCase()}, take ${take}.`,
      access,
      free_product: access === "free",
      membership_tier: access === "essentials" ? pick(["silver", "gold", "elite"] as const, Math.floor(n / 3)) : null,
      made_by_provider: true,
      alpha: n % 2 === 0,
      credit_price: access === "premium" ? credits((n % 12) + 1) : null,
      upgrade_credit_price: null,
      price: cents(500 + (n % 40) * 100),
      original_price: null,
      listed: true,
      release_date: null,
      coming: false,
      clips: [],
      collection_variants: (["2K", "4K"] as const).slice(0, n % 5 === 0 ? 1 : 2).map((resolution, place) => ({
        id: id * 10 + place,
        name: `${name} ${resolution}`,
        resolution,
        width: null,
        height: null,
        format: null,
        price: cents(500 + (n % 40) * 100 * (place + 1)),
        file_name: `${slug}-${resolution.toLowerCase()}.zip`,
        description: `PNG sequence, ${resolution}`,
        file_size: null,
        listed: true,
      })),
    };
  }
}
