import {
  type Access,
  type Clip,
  type Collection,
  type LibraryId,
  type MembershipTier,
  type Resolution,
  cents,
  credits,
} from "@backlot/domain";
import type { SceneName } from "./scenes/index.ts";
import { RECIPES } from "./simulation/recipes.ts";
import { FRAME_RATE, type SequenceKind } from "./simulation/take.ts";

/** Frames of a sequence that a scene draws: two seconds, which go round. */
export const SCENE_FRAMES = 48;

/** What the pictures of a collection come from: a simulation by the collection's slug, or a scene. */
export type Source =
  | { readonly _tag: "recipe" }
  | { readonly _tag: "scene"; readonly scene: SceneName; readonly seed: number };

/** A collection of the sample store and what its pictures come from. */
export interface SampleCollection {
  readonly collection: Collection;
  readonly source: Source;
}

interface Sketch {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly library: 1 | 2 | 3;
  readonly category: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly access: Access;
  readonly tier?: MembershipTier;
  readonly alpha: boolean;
  readonly credits: number | null;
  readonly dollars: number;
  readonly source?: Source;
}

const WIDTH: Readonly<Record<Resolution, string>> = { "2K": "2048 × 1152", "4K": "4096 × 2304" };

const framesOf = ({ slug, source }: Sketch): number =>
  source === undefined ? (RECIPES[slug]?.frames ?? SCENE_FRAMES) : SCENE_FRAMES;

const variant = (sketch: Sketch, index: number, resolution: Resolution): Collection["collection_variants"][number] => {
  const what =
    sketch.library === 3
      ? `OBJ model with ${resolution === "2K" ? "2048 × 2048" : "4096 × 4096"} colour and height maps`
      : `PNG sequence, ${framesOf(sketch)} frames of ${WIDTH[resolution]}${sketch.alpha ? ", straight alpha" : ""}`;
  return {
    id: sketch.id * 10 + index,
    name: `${sketch.name} ${resolution}`,
    resolution,
    price: cents(Math.round(sketch.dollars * 100 * (resolution === "4K" ? 1.5 : 1))),
    file_name: `${sketch.slug}-${resolution.toLowerCase()}.zip`,
    description: what,
  };
};

const KINDS: Readonly<Record<SequenceKind, string>> = { loop: "Loop", "one-shot": "One-shot", flash: "Flash" };

const kindOf = ({ slug, source }: Sketch): SequenceKind =>
  source === undefined ? (RECIPES[slug]?.kind ?? "loop") : "loop";

/** The technical facts of a collection, as its page states them. (CAT-03) */
const clipOf = (sketch: Sketch): Clip => {
  const option = (position: number, type: string, full_type: string, value: string): Clip["optionables"][number] => ({
    full_type,
    type,
    value,
    position,
    disclaimer: null,
    base_value: null,
  });
  const frames = framesOf(sketch);
  const attributes: readonly (readonly [string, string])[] =
    sketch.library === 3
      ? [
          ["Format", "OBJ with PNG maps"],
          ["Bit depth", "8 bits a channel"],
          ["Color space", "sRGB"],
        ]
      : [
          ["Kind", KINDS[kindOf(sketch)]],
          ["Frames", String(frames)],
          ["Frame rate", `${FRAME_RATE} fps`],
          ["Length", `${(frames / FRAME_RATE).toFixed(1)} s`],
          ["Format", "PNG sequence"],
          ["Bit depth", `8 bits a channel${sketch.alpha ? ", straight alpha" : ""}`],
          ["Color space", "sRGB"],
          ["Resolution", "2048 × 1152, 4096 × 2304"],
        ];
  return {
    collection_id: sketch.id,
    optionables: [option(1, "alpha", "Alpha channel", sketch.alpha ? "yes" : "no")],
    product_attributes: attributes.map(([name, value]) => ({ name, value })),
  };
};

const sample = (sketch: Sketch): SampleCollection => ({
  source: sketch.source ?? { _tag: "recipe" },
  collection: {
    id: sketch.id,
    slug: sketch.slug,
    name: sketch.name,
    library_id: sketch.library as LibraryId,
    category: sketch.category,
    tags: sketch.tags,
    description: sketch.description,
    access: sketch.access,
    free_product: sketch.access === "free",
    membership_tier: sketch.tier ?? null,
    made_by_provider: true,
    alpha: sketch.alpha,
    credit_price: sketch.credits === null ? null : credits(sketch.credits),
    price: cents(sketch.dollars * 100),
    collection_variants: [variant(sketch, 1, "2K"), variant(sketch, 2, "4K")],
    clips: [clipOf(sketch)],
  },
});

const premium = (price: number, dollars: number) =>
  ({ access: "premium", alpha: true, credits: price, dollars }) as const;
const essentials = (tier: MembershipTier, dollars: number) =>
  ({ access: "essentials", tier, alpha: true, credits: null, dollars }) as const;
const FREE = { access: "free", alpha: true, credits: null, dollars: 0 } as const;
const ELEMENT = { library: 1 } as const;
const scene = (name: SceneName, seed: number): Source => ({ _tag: "scene", scene: name, seed });

/** The collections of the sample store, over its three libraries. (CAT-01, CAT-03) */
export const SAMPLE_COLLECTIONS: readonly SampleCollection[] = [
  sample({
    ...ELEMENT,
    ...premium(8, 24),
    id: 101,
    slug: "ground-fire",
    name: "Ground Fire",
    category: "Fire",
    tags: ["fire", "flames", "burning", "floor", "line of fire"],
    description:
      "A wide bed of flame on a floor line, simulated in three dimensions: licks that tear off at the top over a hot base. It goes round, and sits under debris and behind actors without a roto.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("silver", 18),
    id: 102,
    slug: "rising-smoke",
    name: "Rising Smoke Column",
    category: "Smoke",
    tags: ["smoke", "plume", "column", "billow"],
    description:
      "A dense column that rolls and opens as it climbs, lit from camera left and shadowing itself. Tint it black for oil, leave it grey for a building, thin it out for atmosphere.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 103,
    slug: "grinder-sparks",
    name: "Grinder Sparks",
    category: "Sparks",
    tags: ["sparks", "grinder", "metal", "welding", "impact"],
    description:
      "A steady fan of sparks from a cutting disc, with bounces off the floor and streaks as long as the shutter is open. Add it over anything that scrapes.",
    source: scene("sparks", 19),
  }),
  sample({
    ...ELEMENT,
    ...premium(12, 36),
    id: 104,
    slug: "forked-lightning",
    name: "Forked Lightning",
    category: "Lightning",
    tags: ["lightning", "storm", "electric", "bolt", "strike"],
    description:
      "Full-height strikes with branching leaders and a return flash, on black. Screen it over a plate and the sky lights up with it; every strike has its own shape.",
    source: scene("lightning", 88),
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
      "A small fire that gathers into one body of flame and throws its tips high. It goes round, so it burns for as long as the shot does.",
  }),
  sample({
    ...ELEMENT,
    ...premium(10, 30),
    id: 106,
    slug: "wall-of-flame",
    name: "Wall of Flame",
    category: "Fire",
    tags: ["fire", "flames", "wall", "inferno", "burning building"],
    description:
      "Fire over the whole width of the frame and out of its top. Put it behind windows, along a roof, or a street away.",
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
      "A low front of fire that a wind from the left lays flat and drags out into tongues. Made for grass, roofs and wreckage in the open.",
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
      "Six jets of burning gas side by side, each wavering at its own pace. Scale it down for a stove, up for a flare stack.",
  }),
  sample({
    ...ELEMENT,
    ...premium(9, 27),
    id: 110,
    slug: "black-oil-smoke",
    name: "Black Oil Smoke",
    category: "Smoke",
    tags: ["smoke", "oil", "black smoke", "tyre fire", "war"],
    description:
      "Heavy, dark smoke that rises from a wide source and leans with the wind. Thick enough to hide what is behind it, with light on its near side.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("silver", 15),
    id: 111,
    slug: "chimney-smoke",
    name: "Chimney Smoke",
    category: "Smoke",
    tags: ["smoke", "chimney", "factory", "stack", "wind"],
    description:
      "Pale smoke that leaves a stack at the left and is carried off to the right. For rooftops, ships and factories.",
  }),
  sample({
    ...ELEMENT,
    ...FREE,
    id: 112,
    slug: "steam-vent",
    name: "Steam Vent",
    category: "Smoke",
    tags: ["steam", "vapour", "vent", "street", "pipe"],
    description: "A jet of white steam that shoots up and breaks into billows. Street gratings, broken pipes, engines.",
  }),
  sample({
    ...ELEMENT,
    ...premium(14, 42),
    id: 113,
    slug: "fireball-explosion",
    name: "Fireball Explosion",
    category: "Explosions",
    tags: ["explosion", "fireball", "blast", "bomb", "fuel"],
    description:
      "A fireball that bursts from the ground, rolls up on itself and ends as dark smoke: burning, soot and light come from one simulation.",
  }),
  sample({
    ...ELEMENT,
    ...premium(12, 36),
    id: 114,
    slug: "gas-explosion",
    name: "Gas Explosion",
    category: "Explosions",
    tags: ["explosion", "gas", "blast", "fire", "mushroom"],
    description: "A slow, bright burst of gas that climbs as one burning cloud and leaves little smoke.",
  }),
  sample({
    ...ELEMENT,
    ...premium(12, 36),
    id: 115,
    slug: "aerial-burst",
    name: "Aerial Burst",
    category: "Explosions",
    tags: ["explosion", "flak", "air burst", "shell", "sky"],
    description: "A shell that bursts in the air: arms of fire in all directions that turn into a knot of dark smoke.",
  }),
  sample({
    ...ELEMENT,
    ...premium(6, 18),
    id: 117,
    slug: "rifle-muzzle-flash",
    name: "Rifle Muzzle Flash",
    category: "Muzzle Flashes",
    tags: ["muzzle flash", "rifle", "gun", "shot", "weapon"],
    description:
      "A sharp flash to the right with two side jets from its brake, then a breath of smoke. There in one frame and gone in three.",
  }),
  sample({
    ...ELEMENT,
    ...premium(6, 18),
    id: 118,
    slug: "shotgun-muzzle-flash",
    name: "Shotgun Muzzle Flash",
    category: "Muzzle Flashes",
    tags: ["muzzle flash", "shotgun", "gun", "shot", "weapon"],
    description: "A broad, ragged flash with more smoke behind it. Scale it for large calibres.",
  }),
  sample({
    ...ELEMENT,
    ...premium(10, 30),
    id: 119,
    slug: "magic-portal",
    name: "Magic Portal",
    category: "Magic",
    tags: ["magic", "portal", "ring", "gateway", "blue"],
    description: "A turning ring of cold fire that frays outwards. What is to be seen through it is yours to put in.",
  }),
  sample({
    ...ELEMENT,
    ...essentials("elite", 20),
    id: 120,
    slug: "spell-vortex",
    name: "Spell Vortex",
    category: "Magic",
    tags: ["magic", "spell", "vortex", "summoning", "violet"],
    description: "Violet fire that circles over the floor and is drawn upwards at its rim. Put somebody in its middle.",
  }),
  sample({
    ...ELEMENT,
    ...premium(8, 24),
    id: 121,
    slug: "energy-blast",
    name: "Energy Blast",
    category: "Energy",
    tags: ["energy", "blast", "burst", "power", "green", "new"],
    description:
      "A burst of green light from a point, with arms that fly apart and burn out. For impacts of what nobody can explain.",
  }),
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
      "A figure walks on the spot on an evenly lit green stage with tracking markers: a plate for learning to key, to clean up edges and to match a walk to a moving background.",
    source: scene("walk", 3),
  }),
  sample({
    ...essentials("gold", 29),
    library: 3,
    alpha: false,
    id: 301,
    slug: "weathered-boulder",
    name: "Weathered Boulder",
    category: "Rocks",
    tags: ["rock", "boulder", "stone", "environment", "debris"],
    description:
      "A cracked, wind-worn boulder as a clean mesh with unwrapped colour and height maps. Scatter it, scale it, sink it into a ground plane: it holds up from every side.",
    source: scene("boulder", 23),
  }),
];
