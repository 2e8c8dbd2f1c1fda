import { BURSTS } from "./goods/bursts.ts";
import { FIRE } from "./goods/fire.ts";
import { FOOTAGE } from "./goods/footage.ts";
import { MAGIC } from "./goods/magic.ts";
import { MODELS } from "./goods/models.ts";
import { PARTICLES } from "./goods/particles.ts";
import type { SampleCollection } from "./goods/sketch.ts";
import { SMOKE } from "./goods/smoke.ts";

export type { SampleCollection } from "./goods/sketch.ts";

/** The collections of the sample store, in its three libraries. */
export const SAMPLE_COLLECTIONS: readonly SampleCollection[] = [
  ...FIRE,
  ...SMOKE,
  ...BURSTS,
  ...MAGIC,
  ...PARTICLES,
  ...FOOTAGE,
  ...MODELS,
];
