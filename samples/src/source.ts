import type { Maps, Mesh } from "@backlot/adapters-media/drawing/turntable";
import { mapsOf, meshOf } from "./models/bake.ts";
import { type ModelName, SURFACES } from "./models/surface.ts";
import { drawModel } from "@backlot/adapters-media/drawing/turntable";
import type { Drawn } from "./scenes/frame.ts";
import { LIGHT_SCENES, SCENES, type SceneName } from "./scenes/index.ts";
import { type StageName, onStage, stageAround } from "./scenes/stage.ts";
import { FLOCKS } from "./simulation/particles.ts";
import { RECIPES } from "./simulation/recipes.ts";
import { drawFrame } from "./simulation/sequence.ts";
import { type Company, type Recipe, type SequenceKind, simulate } from "./simulation/take.ts";
import type { Flock } from "./simulation/particles.ts";
import type { Volume } from "./simulation/volume.ts";

/** The number of frames in the loop of a scene or of a filmed model: four seconds. */
const SCENE_FRAMES = 96;
/** The number of frames in a model's turn: two seconds. */
const TURN_FRAMES = 48;

/** The index of the poster frame in a model's turn. */
const MODEL_POSTER = 4;
/** The side of the texture maps that a model's turn is drawn with, in pixels. */
const SHOWN_SIDE = 1_536;

/**
 * The source of a collection's images: a gas or particle simulation, found by the slug, a scene, a 3D model, or a
 * filmed model, which turns on a stage or is already keyed. Simulations can be filmed on a stage, too.
 */
export type Source =
  | { readonly _tag: "gas"; readonly stage: StageName | null }
  | { readonly _tag: "particles"; readonly stage: StageName | null }
  | { readonly _tag: "filmed"; readonly model: ModelName; readonly stage: StageName | null }
  | { readonly _tag: "scene"; readonly scene: SceneName; readonly seed: number; readonly poster: number }
  | { readonly _tag: "model"; readonly model: ModelName };

/** The facts about a sequence that are known before it is rendered. */
export interface SequenceFacts {
  readonly kind: SequenceKind;
  readonly frames: number;
  /** The index of the poster frame. */
  readonly poster: number;
  /** Whether its frames have a matte. Without a matte, their light is added to the background. */
  readonly hasMatte: boolean;
}

const recipeOf = (slug: string): Recipe => {
  const recipe = RECIPES[slug];
  if (recipe === undefined) throw new Error(`there is no recipe ${slug}`);
  return recipe;
};

const flockOf = (slug: string): Flock => {
  const flock = FLOCKS[slug];
  if (flock === undefined) throw new Error(`there are no particles ${slug}`);
  return flock;
};

/**
 * Returns the simulation for a slug that has no scene: the particle simulation with that slug if there is one, else
 * gas. `stage` is the stage that it is filmed on, or null for an element.
 */
export const simulationOf = (slug: string, stage: StageName | null = null): Source => ({
  _tag: slug in FLOCKS ? "particles" : "gas",
  stage,
});

/** Returns the facts about a sequence. Throws for an unknown slug. */
export const sequenceFacts = (slug: string, source: Source): SequenceFacts => {
  switch (source._tag) {
    case "gas": {
      const { kind, frames, poster, look } = recipeOf(slug);
      return { kind, frames, poster, hasMatte: look.density > 0 };
    }
    case "particles":
      return flockOf(slug);
    case "scene":
      return {
        kind: "loop",
        frames: SCENE_FRAMES,
        poster: source.poster,
        hasMatte: !LIGHT_SCENES.includes(source.scene),
      };
    case "filmed":
      return { kind: "loop", frames: SCENE_FRAMES, poster: MODEL_POSTER, hasMatte: true };
    case "model":
      return { kind: "loop", frames: TURN_FRAMES, poster: MODEL_POSTER, hasMatte: true };
  }
};

/** One frame to draw, as it is sent to a worker thread. */
export type Moment = { readonly n: number; readonly slug: string } & (
  | { readonly _tag: "gas"; readonly stage: StageName | null; readonly volume: Volume }
  | { readonly _tag: "particles"; readonly stage: StageName | null }
  | { readonly _tag: "filmed"; readonly model: ModelName; readonly stage: StageName | null }
  | { readonly _tag: "scene"; readonly scene: SceneName; readonly seed: number }
  | { readonly _tag: "model"; readonly model: ModelName }
);

/** The stages that models are filmed on. */
const AROUND = { green: stageAround("green"), blue: stageAround("blue") } as const;

/** Baked models, shared by all frames of a turn. */
const baked = new Map<ModelName, { readonly mesh: Mesh; readonly maps: Maps }>();
const bakedModel = (model: ModelName): { readonly mesh: Mesh; readonly maps: Maps } => {
  const known = baked.get(model);
  if (known !== undefined) return known;
  const surface = SURFACES[model]();
  const made = { mesh: meshOf(surface), maps: mapsOf(surface, SHOWN_SIDE) };
  baked.set(model, made);
  return made;
};

/**
 * Yields the frames of a sequence to draw, one by one. `detail` below 1 simulates gas on a coarser grid. If `company`
 * is "in company", a second thread helps to simulate until the first frame.
 */
export function* momentsOf(slug: string, source: Source, detail = 1, company: Company = "alone"): Generator<Moment> {
  const { _tag } = source;
  if (_tag === "gas") {
    let n = 0;
    for (const volume of simulate(recipeOf(slug), detail, company)) {
      yield { _tag, stage: source.stage, n, slug, volume };
      n += 1;
    }
    return;
  }
  const { frames } = sequenceFacts(slug, source);
  for (let n = 0; n < frames; n += 1) yield { ...source, n, slug };
}

/** Draws a moment of a sequence in a size. */
export const drawMoment = (moment: Moment, size: { readonly width: number; readonly height: number }): Drawn => {
  const filmed = (picture: Drawn, stage: StageName | null): Drawn =>
    stage === null ? picture : onStage(picture, stage);
  switch (moment._tag) {
    case "gas":
      return filmed(drawFrame(moment.volume, recipeOf(moment.slug), moment.n, size), moment.stage);
    case "particles":
      return filmed(flockOf(moment.slug).draw(moment.n, size), moment.stage);
    case "scene":
      return SCENES[moment.scene]({ ...size, seed: moment.seed, phase: moment.n / SCENE_FRAMES });
    case "filmed": {
      const { mesh, maps } = bakedModel(moment.model);
      const around = moment.stage === null ? null : AROUND[moment.stage];
      return drawModel(mesh, [maps], moment.n / SCENE_FRAMES, size, around, around === null);
    }
    case "model": {
      const { mesh, maps } = bakedModel(moment.model);
      return drawModel(mesh, [maps], moment.n / TURN_FRAMES, size);
    }
  }
};
