import { FREE, type SampleCollection, essentials, model, premium, sample } from "./sketch.ts";

const MODEL = { library: 3 } as const;

export const MODELS: readonly SampleCollection[] = [
  sample({
    ...MODEL,
    ...essentials("elite", 29),
    alpha: false,
    id: 301,
    slug: "weathered-boulder",
    name: "Weathered Boulder",
    category: "Rocks",
    tags: ["rock", "boulder", "stone", "environment", "debris"],
    description:
      "A cracked, wind-worn boulder with a clean, UV-unwrapped mesh and texture maps. Scatter it, scale it, or sink " +
      "it " +
      "into the ground. It holds up from every angle.",
    source: model("weathered-boulder"),
  }),
  sample({
    ...MODEL,
    ...premium(14, 42),
    alpha: false,
    id: 302,
    slug: "cratered-asteroid",
    name: "Cratered Asteroid",
    category: "Rocks",
    tags: ["asteroid", "meteor", "space", "rock", "craters"],
    description: "A dark, dry rock with craters of all sizes. Light it from one side and let it tumble.",
    source: model("cratered-asteroid"),
  }),
  sample({
    ...MODEL,
    ...premium(12, 36),
    alpha: false,
    id: 303,
    slug: "rusted-oil-drum",
    name: "Rusted Oil Drum",
    category: "Props",
    tags: ["drum", "barrel", "oil", "rust", "industrial", "prop", "new"],
    description: "A dented steel drum with worn, glossy paint and matte rust.",
    source: model("rusted-oil-drum"),
  }),
  sample({
    ...MODEL,
    ...FREE,
    alpha: false,
    id: 304,
    slug: "clay-amphora",
    name: "Clay Amphora",
    category: "Props",
    tags: ["amphora", "vase", "pottery", "clay", "antique", "prop"],
    description:
      "A wheel-thrown vessel with finger ridges, bands of worn glaze, and the dust of centuries " + "underground.",
    source: model("clay-amphora"),
  }),
];
