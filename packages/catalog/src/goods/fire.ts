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
      "A wide bed of flame on a floor line, simulated in three dimensions: licks that tear off at the " +
      "top over a hot base. It goes round, and sits under debris and behind actors without a roto.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 105,
    slug: "campfire",
    name: "Campfire",
    category: "Fire",
    tags: ["fire", "flames", "campfire", "small fire", "bonfire"],
    description:
      "A small fire that gathers into one body of flame and throws its tips high. It goes round, so it " +
      "burns for as long as the shot does.",
  }),
  sample({
    ...ELEMENT,
    ...premium(10, 30),
    id: 106,
    before: 36,
    slug: "wall-of-flame",
    name: "Wall of Flame",
    category: "Fire",
    tags: ["fire", "flames", "wall", "inferno", "burning building"],
    description:
      "Fire over the whole width of the frame and out of its top. Put it behind windows, along a roof, " +
      "or a street away.",
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
      "A low front of fire that a wind from the left lays flat and drags out into tongues. Made for " +
      "grass, roofs and wreckage in the open.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("silver", 14),
    id: 108,
    slug: "torch-flame",
    name: "Torch Flame",
    category: "Fire",
    tags: ["fire", "flame", "torch", "candle", "brazier"],
    description: "A single flame that leans, splits and closes again. Track it to a torch, a brazier or a lamp.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("elite", 16),
    id: 109,
    slug: "blue-gas-burner",
    name: "Blue Gas Burner",
    category: "Fire",
    tags: ["fire", "gas", "burner", "blue flame", "stove"],
    description:
      "Six jets of burning gas side by side, each wavering at its own pace. Scale it down for a stove, " +
      "up for a flare stack.",
  }),
  sample({
    ...ELEMENT,
    ...premium(10, 30),
    id: 154,
    slug: "pool-fire",
    name: "Pool Fire",
    category: "Fire",
    tags: ["fire", "flames", "black smoke", "fuel", "oil fire", "new"],
    description:
      "Burning fuel on the ground: tall flame and the black smoke that it makes, from one simulation, so " +
      "that they belong together.",
  }),
  sample({
    ...ELEMENT,
    ...premium(10, 30),
    id: 152,
    slug: "flamethrower",
    name: "Flamethrower",
    category: "Fire",
    tags: ["fire", "flamethrower", "jet", "stream", "weapon", "new"],
    description: "A stream of burning fuel from the left that breaks into rolling balls of fire.",
  }),
  sample({
    ...ELEMENT,
    ...premium(14, 42),
    id: 149,
    slug: "rocket-exhaust",
    name: "Rocket Exhaust",
    category: "Fire",
    tags: ["rocket", "exhaust", "launch", "thrust", "fire", "smoke"],
    description: "A launch from close by: the jet hits the pad, turns, and drives pale smoke to both sides.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("elite", 18),
    id: 137,
    slug: "scattered-fires",
    name: "Scattered Fires",
    category: "Fire",
    tags: ["fire", "flames", "small fires", "aftermath", "wreckage"],
    description: "Five small fires along a floor line, each with a life of its own. For the morning after.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("gold", 16),
    id: 142,
    slug: "ring-of-fire",
    name: "Ring of Fire",
    category: "Fire",
    tags: ["fire", "flames", "ring", "circle", "ritual"],
    description: "A circle of flame on the ground that turns slowly. Somebody can stand in it.",
  }),
];
