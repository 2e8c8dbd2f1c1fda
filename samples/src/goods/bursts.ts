import { ELEMENT, FREE, premium, sample, type SampleCollection } from "./sketch.ts";

/** Explosions and muzzle flashes. */
export const BURSTS: readonly SampleCollection[] = [
  sample({
    ...ELEMENT,
    ...premium(14, 42),
    id: 113,
    slug: "fireball-explosion",
    name: "Fireball Explosion",
    category: "Explosions",
    tags: ["explosion", "fireball", "blast", "bomb", "fuel"],
    description:
      "A ground explosion whose fireball rolls into dark smoke. Fire, soot, and light come from one simulation.",
  }),
  sample({
    ...ELEMENT,
    ...premium(6, 18),
    id: 117,
    slug: "rifle-muzzle-flash",
    name: "Rifle Muzzle Flash",
    category: "Muzzle Flashes",
    tags: ["muzzle flash", "rifle", "gun", "shot", "weapon"],
    description:
      "A sharp flash to the right with two side jets from the muzzle brake, then a puff of smoke. On in one frame, " +
      "gone in three.",
  }),
  sample({
    ...ELEMENT,
    ...premium(10, 30),
    id: 143,
    slug: "grenade-blast",
    name: "Grenade Blast",
    category: "Explosions",
    tags: ["explosion", "grenade", "blast", "dust", "close"],
    description: "A short flash and gray dust in all directions. A small, hard hit for close shots.",
  }),
  sample({
    ...ELEMENT,
    ...premium(16, 48),
    id: 155,
    slug: "mushroom-cloud",
    name: "Mushroom Cloud",
    category: "Explosions",
    tags: ["explosion", "mushroom", "nuclear", "cloud", "fireball", "new"],
    description: "A burning cloud that climbs, rolls into a cap, and pulls a stem of dust up behind it.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 125,
    slug: "pistol-muzzle-flash",
    name: "Pistol Muzzle Flash",
    category: "Muzzle Flashes",
    tags: ["muzzle flash", "pistol", "handgun", "gun", "shot"],
    description: "A small round flash and a wisp of smoke to the right.",
  }),
];
