import {
  type Access,
  type Clip,
  type Collection,
  type LibraryId,
  type MembershipTier,
  cents,
  credits,
} from "@backlot/domain";
import { FRAME_RATE, type SequenceKind } from "../simulation/take.ts";
import { releaseDateOf } from "./releases.ts";
import type { ModelName } from "../models/surface.ts";
import type { SceneName } from "../scenes/index.ts";
import type { StageName } from "../scenes/stage.ts";
import { type SequenceFacts, type Source, sequenceFacts, simulationOf } from "../source.ts";

/** A collection of the sample store and the source of its images. */
export interface SampleCollection {
  readonly collection: Collection;
  readonly source: Source;
}

/** The short form of a sample collection, which `sample` expands. */
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
  /** The previous price, in dollars. */
  readonly before?: number;
  readonly source?: Source;
}

/**
 * Returns whether the 2K file of a collection contains its frames as OpenEXR in addition to PNG. Only premium elements
 * do. (DWN-01)
 */
export const hasExr = ({ access, library_id }: Pick<Collection, "access" | "library_id">): boolean =>
  access === "premium" && library_id === 1;

/** The resolutions of the sample. */
type SampleResolution = "2K" | "4K";

/** The size of a frame in pixels. */
const FRAMES = { "2K": { width: 2_048, height: 1_152 }, "4K": { width: 4_096, height: 2_304 } } as const;

/** The size of a model's maps in pixels. */
const SQUARES = { "2K": { width: 2_048, height: 2_048 }, "4K": { width: 4_096, height: 4_096 } } as const;

const sourceOf = ({ slug, source }: Sketch): Source => source ?? simulationOf(slug);

const isInExr = ({ access, library }: Sketch): boolean => hasExr({ access, library_id: library as LibraryId });

const factsOf = (sketch: Sketch): SequenceFacts => sequenceFacts(sketch.slug, sourceOf(sketch));

const variant = (
  sketch: Sketch,
  index: number,
  resolution: SampleResolution,
): Collection["collection_variants"][number] => {
  const alpha = sketch.alpha ? ", straight alpha" : "";
  const exr = resolution === "2K" && isInExr(sketch) ? "; same frames as half-float OpenEXR" : "";
  const frame = FRAMES[resolution];
  const what =
    sketch.library === 3
      ? `GLB model with ${resolution === "2K" ? "2048 × 2048" : "4096 × 4096"} maps: base color, normal, ` +
        "occlusion, roughness, and metalness"
      : `PNG sequence, ${factsOf(sketch).frames} frames at ${frame.width} × ${frame.height}${alpha}${exr}`;
  return {
    id: sketch.id * 10 + index,
    name: `${sketch.name} ${resolution}`,
    resolution,
    ...(sketch.library === 3 ? SQUARES[resolution] : frame),
    price: cents(Math.round(sketch.dollars * 100 * (resolution === "4K" ? 1.5 : 1))),
    file_name: `${sketch.slug}-${resolution.toLowerCase()}.zip`,
    format: null,
    description: what,
    file_size: null,
    listed: true,
  };
};

/** The description of light whose alpha channel is 0. */
const NO_MATTE = "additive light, no matte";

const KINDS: Readonly<Record<SequenceKind, string>> = { loop: "Loop", "one-shot": "One-shot", flash: "Flash" };

/** Returns the technical facts that the page of a collection shows. */
const clipOf = (sketch: Sketch): Clip => {
  const option = (position: number, type: string, full_type: string, value: string): Clip["optionables"][number] => ({
    full_type,
    type,
    value,
    position,
    disclaimer: null,
    base_value: null,
  });
  const exr = isInExr(sketch);
  const attributes: readonly (readonly [string, string])[] =
    sketch.library === 3
      ? [
          ["Format", "glTF 2.0 binary (GLB) and PNG maps"],
          ["Material", "Metalness and roughness"],
          ["Bit depth", "8 bits per channel"],
          ["Color space", "sRGB color, linear normal and surface maps"],
        ]
      : [
          ["Kind", KINDS[factsOf(sketch).kind]],
          ["Frames", String(factsOf(sketch).frames)],
          ["Frame rate", `${FRAME_RATE} fps`],
          ["Length", `${(factsOf(sketch).frames / FRAME_RATE).toFixed(1)} s`],
          ["Format", exr ? "PNG sequence; also OpenEXR in 2K" : "PNG sequence"],
          [
            "Bit depth",
            `8 bits per channel${sketch.alpha ? ", straight alpha" : ""}` +
              (exr ? `; OpenEXR: half float, ${factsOf(sketch).hasMatte ? "premultiplied alpha" : NO_MATTE}` : ""),
          ],
          ["Color space", exr ? "sRGB; OpenEXR: linear, unclipped" : "sRGB"],
          ["Resolution", "2048 × 1152, 4096 × 2304"],
        ];
  return {
    collection_id: sketch.id,
    optionables: [option(1, "alpha", "Alpha channel", sketch.alpha ? "yes" : "no")],
    product_attributes: attributes.map(([name, value]) => ({ name, value })),
  };
};

/** Builds a collection with its variants and facts from its shorthand. */
export const sample = (sketch: Sketch): SampleCollection => ({
  source: sourceOf(sketch),
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
    // Owners of a variant pay half.
    upgrade_credit_price: sketch.credits === null ? null : credits(Math.ceil(sketch.credits / 2)),
    price: cents(sketch.dollars * 100),
    original_price: sketch.before === undefined ? null : cents(sketch.before * 100),
    listed: true,
    release_date: releaseDateOf(sketch.slug),
    coming: false,
    collection_variants: [variant(sketch, 1, "2K"), variant(sketch, 2, "4K")],
    clips: [clipOf(sketch)],
  },
});

/** Returns the fields of a premium collection by its price in credits and in dollars. */
export const premium = (price: number, dollars: number) =>
  ({ access: "premium", alpha: true, credits: price, dollars }) as const;
/** Returns the fields of a collection that comes with a paid plan, by its tier and its price in dollars. */
export const essentials = (tier: MembershipTier, dollars: number) =>
  ({ access: "essentials", tier, alpha: true, credits: null, dollars }) as const;
/** The fields of a free collection. */
export const FREE = { access: "free", alpha: true, credits: null, dollars: 0 } as const;
/** The field that puts a collection into the library of 2D elements. */
export const ELEMENT = { library: 1 } as const;
/** Returns a 3D model as a source. */
export const model = (name: ModelName): Source => ({ _tag: "model", model: name });

/** Returns a model that turns on a stage, or is already keyed, as a source. */
export const filmed = (name: ModelName, stage: StageName | null): Source => ({ _tag: "filmed", model: name, stage });

/** Returns a scene as a source. Each collection has its own seed; `poster` is the index of the poster frame. */
export const scene = (name: SceneName, seed: number, poster: number): Source => ({
  _tag: "scene",
  scene: name,
  seed,
  poster,
});
