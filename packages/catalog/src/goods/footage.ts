import { FREE, essentials, sample, scene, type SampleCollection } from "./sketch.ts";

/** Practice footage. */
export const FOOTAGE: readonly SampleCollection[] = [
  sample({
    ...FREE,
    library: 2,
    alpha: false,
    id: 201,
    slug: "green-screen-walk",
    name: "Green Screen Walk Cycle",
    category: "People",
    tags: ["green screen", "walk", "keying", "practice", "tracking markers"],
    description:
      "A figure walking in place on an evenly lit green screen stage with tracking markers. Practice keying, edge " +
      "cleanup, " +
      "and matching a walk to a moving background.",
    source: scene("walk", 3, 9),
  }),
  sample({
    ...FREE,
    library: 2,
    alpha: false,
    id: 202,
    slug: "blue-screen-run",
    name: "Blue Screen Run Cycle",
    category: "People",
    tags: ["blue screen", "run", "keying", "practice", "tracking markers"],
    description:
      "The figure from the green screen walk, now running in place on a blue screen. Practice keying fast motion, " +
      "tricky " +
      "edges, and blue spill.",
    source: scene("run", 4, 10),
  }),
  sample({
    ...FREE,
    library: 2,
    alpha: true,
    id: 203,
    slug: "pre-keyed-walk",
    name: "Pre-keyed Walk Cycle",
    category: "People",
    tags: ["pre-keyed", "walk", "alpha", "practice", "compositing"],
    description:
      "The green screen walk, already keyed, with straight alpha and ready to comp. Practice grading, " +
      "shadows, and edges.",
    source: scene("keyedWalk", 3, 9),
  }),
  sample({
    ...essentials("gold", 15),
    library: 2,
    alpha: false,
    id: 204,
    slug: "handheld-tracking-set",
    name: "Handheld Tracking Set",
    category: "Camera Moves",
    tags: ["tracking", "matchmove", "camera", "handheld", "markers", "practice"],
    description:
      "A handheld move around a set of blocks with markers on every side, near and far. Practice camera tracking on " +
      "a plate with enough parallax to solve.",
    source: scene("tracking", 8, 5),
  }),
];
