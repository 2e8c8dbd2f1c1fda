import { ELEMENT, essentials, premium, sample, scene, type SampleCollection } from "./sketch.ts";

/** Lightning and magic. */
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
    tags: ["magic", "portal", "ring", "gateway", "blue", "avfx +"],
    description: "A turning ring of cold fire that frays outward. The center is open for your own background.",
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
