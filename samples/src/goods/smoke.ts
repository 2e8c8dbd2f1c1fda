import { ELEMENT, FREE, essentials, premium, sample, type SampleCollection } from "./sketch.ts";

/** Smoke, fog, and ink. */
export const SMOKE: readonly SampleCollection[] = [
  sample({
    ...ELEMENT,
    ...essentials("silver", 18),
    id: 102,
    slug: "rising-smoke",
    name: "Rising Smoke Column",
    category: "Smoke",
    tags: ["smoke", "plume", "column", "billow"],
    description:
      "A dense, rolling column with self-shadowing, lit from camera left. Tint it black for oil, leave it gray for " +
      "a building, or thin it out for atmosphere.",
  }),
  sample({
    ...ELEMENT,
    ...premium(9, 27),
    id: 110,
    slug: "black-oil-smoke",
    name: "Black Oil Smoke",
    category: "Smoke",
    tags: ["smoke", "oil", "black smoke", "tire fire", "war"],
    description:
      "Heavy, dark smoke from a wide source, leaning with the wind. Thick enough to hide the background, with light " +
      "on its near side.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("silver", 15),
    id: 111,
    slug: "chimney-smoke",
    name: "Chimney Smoke",
    category: "Smoke",
    tags: ["smoke", "chimney", "factory", "stack", "wind"],
    description: "Pale smoke from a stack on the left, drifting right. For rooftops, ships, and factories.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 112,
    slug: "steam-vent",
    name: "Steam Vent",
    category: "Smoke",
    tags: ["steam", "vapour", "vent", "street", "pipe"],
    description: "A jet of white steam that shoots up and billows. For street grates, broken pipes, and engines.",
  }),
  sample({
    ...ELEMENT,
    ...premium(8, 24),
    id: 139,
    slug: "red-smoke-grenade",
    name: "Red Smoke Grenade",
    category: "Smoke",
    tags: ["smoke", "red", "grenade", "signal", "military"],
    description: "Dense red smoke drifting right in a breeze. Shift the hue for other signal colors.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 134,
    slug: "smoke-burst",
    name: "Smoke Burst",
    category: "Smoke",
    tags: ["smoke", "puff", "burst", "poof", "appearance"],
    description: "A white puff that shoots up and opens. Make someone appear or vanish.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("silver", 12),
    id: 122,
    slug: "ground-fog",
    name: "Ground Fog",
    category: "Fog",
    tags: ["fog", "mist", "low fog", "dry ice", "graveyard", "swamp"],
    description:
      "Heavy fog that rolls over the ground from the left, lit low from the right. Loops seamlessly. Lay it around " +
      "an actor's feet, between trees, or over water.",
  }),
  sample({
    ...ELEMENT,
    ...premium(9, 27),
    id: 148,
    slug: "ink-drop",
    name: "Ink Drop",
    category: "Ink",
    tags: ["ink", "drop", "water", "blue", "title", "macro"],
    description: "A drop of blue ink that falls through still water and mushrooms. For titles and dream sequences.",
  }),
];
