import { AIR } from "./recipes/air.ts";
import { EXPLOSIONS } from "./recipes/explosions.ts";
import { FIRE } from "./recipes/fire.ts";
import { FLASHES } from "./recipes/flashes.ts";
import { MAGIC } from "./recipes/magic.ts";
import { SMOKE } from "./recipes/smoke.ts";
import type { Recipe } from "./take.ts";

/** Every gas simulation of the sample store, keyed by collection slug. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  ...FIRE,
  ...SMOKE,
  ...AIR,
  ...EXPLOSIONS,
  ...FLASHES,
  ...MAGIC,
};
