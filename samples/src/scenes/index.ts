import type { Scene } from "./frame.ts";
import { lightning } from "./lightning.ts";
import { sparks } from "./sparks.ts";
import { tracking } from "./tracking.ts";

/** Every scene of the sample catalog, by name. */
export const SCENES = { sparks, lightning, tracking } as const satisfies Readonly<Record<string, Scene>>;

/** The scenes that draw light only, without a matte. */
export const LIGHT_SCENES: readonly (keyof typeof SCENES)[] = ["sparks", "lightning"];

export type SceneName = keyof typeof SCENES;
