import { ELEMENT, FREE, essentials, premium, sample, scene, type SampleCollection } from "./sketch.ts";

/** Sparks, embers, and weather. */
export const PARTICLES: readonly SampleCollection[] = [
  sample({
    ...ELEMENT,
    ...FREE,
    id: 103,
    slug: "grinder-sparks",
    name: "Grinder Sparks",
    category: "Sparks",
    tags: ["sparks", "grinder", "metal", "welding", "impact"],
    description:
      "A steady fan of sparks from a cutting disc, with floor bounces and motion-blurred streaks. Add it over " +
      "anything that scrapes.",
    source: scene("sparks", 19, 20),
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 138,
    slug: "rising-embers",
    name: "Rising Embers",
    category: "Embers",
    tags: ["embers", "fire", "rising", "glow", "atmosphere"],
    description:
      "Embers rising through the full depth of the frame, some of them out of focus. Add them over any " + "fire.",
  }),
  sample({
    ...ELEMENT,
    ...premium(7, 21),
    id: 150,
    slug: "ember-storm",
    name: "Ember Storm",
    category: "Embers",
    tags: ["embers", "storm", "wind", "wildfire", "atmosphere"],
    description: "Embers near and far, driven by a gale from the left. Put them in front of anything on fire.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 146,
    slug: "spark-burst",
    name: "Spark Burst",
    category: "Sparks",
    tags: ["sparks", "burst", "hit", "ricochet", "impact", "variety"],
    description: "One hit throws sparks in all directions. They fall, bounce, and go out.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("gold", 12),
    id: 129,
    slug: "welding-sparks",
    name: "Welding Sparks",
    category: "Sparks",
    tags: ["sparks", "welding", "arc", "metal", "workshop"],
    description: "A stuttering welding arc that throws drops of molten metal.",
  }),
  sample({
    ...ELEMENT,
    ...premium(6, 18),
    id: 135,
    slug: "spark-fountain",
    name: "Spark Fountain",
    category: "Sparks",
    tags: ["sparks", "fountain", "gerb", "stage", "pyro"],
    description: "A stage fountain of fine sparks, straight up. Loops seamlessly.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 132,
    slug: "falling-snow",
    name: "Falling Snow",
    category: "Weather",
    tags: ["snow", "winter", "weather", "flakes", "christmas"],
    description: "Flakes of all sizes that drift and turn, with the nearest ones out of focus.",
  }),
];
