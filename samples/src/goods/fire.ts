import { ELEMENT, FREE, essentials, premium, sample, type SampleCollection } from "./sketch.ts";

export const FIRE: readonly SampleCollection[] = [
  sample({
    ...ELEMENT,
    ...premium(8, 24),
    id: 101,
    slug: "ground-fire",
    name: "Ground Fire",
    category: "Fire",
    tags: ["fire", "flames", "burning", "floor", "line of fire"],
    description:
      "A wide ground fire with tearing flame tips over a hot base. Loops seamlessly. Works under debris and behind " +
      "actors, no roto needed.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 105,
    slug: "campfire",
    name: "Campfire",
    category: "Fire",
    tags: ["fire", "flames", "campfire", "small fire", "bonfire", "trending"],
    description:
      "A small fire whose flames merge into tall tips. Loops seamlessly, so it burns for as long as your shot lasts.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("gold", 22),
    id: 107,
    slug: "wind-driven-fire",
    name: "Wind-driven Fire",
    category: "Fire",
    tags: ["fire", "flames", "wind", "wildfire", "grass fire"],
    description:
      "A low fire front, flattened and stretched by wind from the left. Made for grass fires, rooftops, and wreckage.",
  }),
  sample({
    ...ELEMENT,
    ...premium(10, 30),
    id: 152,
    slug: "flamethrower",
    name: "Flamethrower",
    category: "Fire",
    tags: ["fire", "flamethrower", "jet", "stream", "weapon", "new"],
    description: "A stream of burning fuel from the left that breaks into rolling fireballs.",
  }),
];
