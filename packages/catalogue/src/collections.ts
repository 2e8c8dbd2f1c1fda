import {
  type Access,
  type Collection,
  type LibraryId,
  type MembershipTier,
  type Resolution,
  cents,
  credits,
} from "@backlot/domain";
import type { SceneName } from "./scenes/index.ts";

/** A collection of the sample store and the scene that its pictures come from. */
export interface SampleCollection {
  readonly collection: Collection;
  readonly scene: SceneName;
  readonly seed: number;
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
  readonly scene: SceneName;
  readonly seed: number;
}

const WIDTH: Readonly<Record<Resolution, string>> = { "2K": "2048 × 1152", "4K": "4096 × 2304" };

const variant = (sketch: Sketch, index: number, resolution: Resolution): Collection["collection_variants"][number] => {
  const what =
    sketch.library === 3
      ? `OBJ model with ${resolution === "2K" ? "2048 × 2048" : "4096 × 4096"} colour and height maps`
      : `PNG sequence, 6 frames of ${WIDTH[resolution]}${sketch.alpha ? ", straight alpha" : ""}`;
  return {
    id: sketch.id * 10 + index,
    name: `${sketch.name} ${resolution}`,
    resolution,
    price: cents(Math.round(sketch.dollars * 100 * (resolution === "4K" ? 1.5 : 1))),
    file_name: `${sketch.slug}-${resolution.toLowerCase()}.zip`,
    description: what,
  };
};

const sample = (sketch: Sketch): SampleCollection => ({
  scene: sketch.scene,
  seed: sketch.seed,
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
  },
});

/** The first collections of the sample store, over its three libraries. (CAT-01, CAT-03) */
export const SAMPLE_COLLECTIONS: readonly SampleCollection[] = [
  sample({
    id: 101,
    slug: "ground-fire",
    name: "Ground Fire",
    library: 1,
    category: "Fire",
    tags: ["fire", "flames", "embers", "campfire", "burning"],
    description:
      "A wide bed of flame shot straight on against black: licks that tear off at the top, a hot base and drifting embers. Sits on a floor line, so it composites under debris and behind actors without a roto.",
    access: "premium",
    alpha: true,
    credits: 8,
    dollars: 24,
    scene: "fire",
    seed: 41,
  }),
  sample({
    id: 102,
    slug: "rising-smoke",
    name: "Rising Smoke Column",
    library: 1,
    category: "Smoke",
    tags: ["smoke", "plume", "column", "billow", "chimney"],
    description:
      "A dense column that rolls and opens as it climbs, lit from camera left. Soft edges and a clean alpha: tint it black for oil, leave it grey for a building, thin it out for atmosphere.",
    access: "essentials",
    tier: "silver",
    alpha: true,
    credits: null,
    dollars: 18,
    scene: "smoke",
    seed: 7,
  }),
  sample({
    id: 103,
    slug: "grinder-sparks",
    name: "Grinder Sparks",
    library: 1,
    category: "Sparks",
    tags: ["sparks", "grinder", "metal", "welding", "impact"],
    description:
      "A steady fan of sparks from a cutting disc, with bounces off the floor and real motion blur. Add it over anything that scrapes.",
    access: "free",
    alpha: true,
    credits: null,
    dollars: 0,
    scene: "sparks",
    seed: 19,
  }),
  sample({
    id: 104,
    slug: "forked-lightning",
    name: "Forked Lightning",
    library: 1,
    category: "Lightning",
    tags: ["lightning", "storm", "electric", "bolt", "strike"],
    description:
      "Full-height strikes with branching leaders and a return flash, on black. Screen it over a plate and the sky lights up with it; every strike has its own shape.",
    access: "premium",
    alpha: true,
    credits: 12,
    dollars: 36,
    scene: "lightning",
    seed: 88,
  }),
  sample({
    id: 201,
    slug: "green-screen-walk",
    name: "Green Screen Walk Cycle",
    library: 2,
    category: "People",
    tags: ["green screen", "walk", "keying", "practice", "tracking markers"],
    description:
      "A figure walks on the spot on an evenly lit green stage with tracking markers: a plate for learning to key, to clean up edges and to match a walk to a moving background.",
    access: "free",
    alpha: false,
    credits: null,
    dollars: 0,
    scene: "walk",
    seed: 3,
  }),
  sample({
    id: 301,
    slug: "weathered-boulder",
    name: "Weathered Boulder",
    library: 3,
    category: "Rocks",
    tags: ["rock", "boulder", "stone", "environment", "debris"],
    description:
      "A cracked, wind-worn boulder as a clean mesh with unwrapped colour and height maps. Scatter it, scale it, sink it into a ground plane: it holds up from every side.",
    access: "essentials",
    tier: "gold",
    alpha: false,
    credits: null,
    dollars: 29,
    scene: "boulder",
    seed: 23,
  }),
];
