import { simulationOf } from "../source.ts";
import { FREE, essentials, filmed, sample, scene, type SampleCollection } from "./sketch.ts";

const FOOTAGE_LIBRARY = { library: 2 } as const;

/** Practice footage. */
export const FOOTAGE: readonly SampleCollection[] = [
  sample({
    ...FREE,
    ...FOOTAGE_LIBRARY,
    alpha: false,
    id: 205,
    slug: "green-screen-turntable",
    name: "Green Screen Turntable",
    category: "Objects",
    tags: ["green screen", "turntable", "keying", "practice", "tracking markers", "spill"],
    description:
      "A clay vessel that turns once on an unevenly lit green screen stage with tracking markers. Practice hard " +
      "edges, spill, and keeping the shadow on the floor.",
    source: filmed("clay-amphora", "green"),
  }),
  sample({
    ...FREE,
    ...FOOTAGE_LIBRARY,
    alpha: true,
    id: 206,
    slug: "pre-keyed-turntable",
    name: "Pre-keyed Turntable",
    category: "Objects",
    tags: ["pre-keyed", "turntable", "alpha", "practice", "compositing"],
    description:
      "The turning vessel of the green screen turntable, already keyed, with straight alpha and ready to comp. " +
      "Compare your matte with it, or practice grading and shadows.",
    source: filmed("clay-amphora", null),
  }),
  sample({
    ...essentials("gold", 12),
    ...FOOTAGE_LIBRARY,
    alpha: false,
    id: 207,
    slug: "green-screen-smoke",
    name: "Green Screen Smoke",
    category: "Smoke",
    tags: ["green screen", "smoke", "keying", "practice", "transparency"],
    description:
      "White smoke drifting in front of a green screen. Practice keying what is half transparent, without green left " +
      "in the thin parts.",
    source: simulationOf("green-screen-smoke", "green"),
  }),
  sample({
    ...essentials("gold", 9),
    ...FOOTAGE_LIBRARY,
    alpha: false,
    id: 208,
    slug: "blue-screen-confetti",
    name: "Blue Screen Confetti",
    category: "Objects",
    tags: ["blue screen", "confetti", "keying", "practice", "motion blur"],
    description:
      "Paper confetti falling in front of a blue screen, some of it blue. Practice motion blur, small edges, and " +
      "colors close to the screen's.",
    source: simulationOf("blue-screen-confetti", "blue"),
  }),
  sample({
    ...essentials("gold", 15),
    ...FOOTAGE_LIBRARY,
    alpha: false,
    id: 204,
    slug: "handheld-tracking-set",
    name: "Handheld Tracking Set",
    category: "Camera Moves",
    tags: ["tracking", "matchmove", "camera", "handheld", "markers", "practice"],
    description:
      "A handheld move around a set of blocks with markers on every side, near and far. Practice camera tracking on " +
      "a plate with enough parallax to solve.",
    source: scene("tracking", 8, 10),
  }),
];
