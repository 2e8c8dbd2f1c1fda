import { boulder } from "./boulder.ts";
import { fire } from "./fire.ts";
import type { Scene } from "./frame.ts";
import { lightning } from "./lightning.ts";
import { smoke } from "./smoke.ts";
import { sparks } from "./sparks.ts";
import { walk } from "./walk.ts";

/** Every scene that the sample catalogue can render, by name. */
export const SCENES = { fire, smoke, sparks, lightning, walk, boulder } as const satisfies Readonly<
  Record<string, Scene>
>;

export type SceneName = keyof typeof SCENES;
