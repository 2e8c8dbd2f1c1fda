import { ELEMENT, essentials, premium, sample, scene, type SampleCollection } from "./sketch.ts";

/** Lightning, magic, and energy. */
export const MAGIC: readonly SampleCollection[] = [
  sample({
    ...ELEMENT,
    ...premium(12, 36),
    id: 104,
    slug: "forked-lightning",
    name: "Forked Lightning",
    category: "Lightning",
    tags: ["lightning", "storm", "electric", "bolt", "strike"],
    description:
      "Full-height strikes with branching leaders and a return flash, on black. Screen it over a plate to light up " +
      "the sky. Every strike has its own shape.",
    source: scene("lightning", 88, 1),
  }),
  sample({
    ...ELEMENT,
    ...premium(10, 30),
    id: 119,
    before: 36,
    slug: "magic-portal",
    name: "Magic Portal",
    category: "Magic",
    tags: ["magic", "portal", "ring", "gateway", "blue"],
    description: "A turning ring of cold fire that frays outward. The center is open for your own background.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("elite", 20),
    id: 120,
    slug: "spell-vortex",
    name: "Spell Vortex",
    category: "Magic",
    tags: ["magic", "spell", "vortex", "summoning", "violet"],
    description: "Violet fire that circles over the floor and rises at its rim, with room for an actor in the middle.",
  }),
  sample({
    ...ELEMENT,
    ...premium(8, 24),
    id: 121,
    slug: "energy-blast",
    name: "Energy Blast",
    category: "Energy",
    tags: ["energy", "blast", "burst", "power", "green", "new"],
    description: "A burst of green light whose arms fly apart and burn out. Good for magic and sci-fi impacts.",
  }),
  sample({
    ...ELEMENT,
    ...premium(8, 24),
    id: 128,
    slug: "soul-wisps",
    name: "Soul Wisps",
    category: "Magic",
    tags: ["magic", "wisps", "souls", "ghost", "teal"],
    description: "Four thin flames of teal light that rise and curl. Good for spirits and spells.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("gold", 14),
    id: 144,
    slug: "golden-magic-dust",
    name: "Golden Magic Dust",
    category: "Magic",
    tags: ["magic", "dust", "glitter", "gold", "fairy"],
    description: "Grains of gold that circle and glint as they turn. Good around hands, wands, and gifts.",
  }),
];
