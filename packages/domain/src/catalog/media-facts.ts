import { formatWhole } from "../kernel/whole-number.ts";
import type { CatalogRow } from "./catalog-row.ts";
import { type Resolution, resolutionOf } from "./resolution.ts";

/** The content of a file's alpha channel. "light" is color whose alpha is 0: it adds light and has no matte. */
export type AlphaKind = "none" | "straight" | "premultiplied" | "light";

/** The facts of a sequence or video. */
export interface FrameFacts {
  readonly _tag: "frames";
  /** The display name of the format, such as "PNG sequence" or "ProRes 4444". */
  readonly format: string;
  /** The format in file names, such as "exr". */
  readonly tag: string;
  readonly frames: number;
  /** Frames per second, or null if the files don't state it. */
  readonly rate: number | null;
  readonly width: number;
  readonly height: number;
  /** The display name of the bit depth, such as "16 bits per channel". */
  readonly depth: string;
  readonly alpha: AlphaKind;
  /** The display name of the color space, such as "sRGB". */
  readonly color: string;
  /** Further facts, such as "interlaced". */
  readonly notes: readonly string[];
}

/** The facts of a 3D model. */
export interface ModelFacts {
  readonly _tag: "model";
  readonly format: string;
  readonly tag: string;
  /** The number of triangles, or null for files that can't be read, such as FBX. */
  readonly triangles: number | null;
  /** The number of materials, or null for files that can't be read. */
  readonly materials: number | null;
  /** The size of its largest map in pixels, or null if it has none. */
  readonly map: { readonly width: number; readonly height: number } | null;
}

/** The facts of a deliverable. */
export type MediaFacts = FrameFacts | ModelFacts;

/** A deliverable's facts, and the extension of the sold file. */
export interface ProbedDeliverable {
  readonly facts: MediaFacts;
  readonly extension: string;
}

/** The assumed frame rate of sequences that don't state one, in frames per second. */
export const ASSUMED_RATE = 24;

/** Returns whether the frame rate of a sequence is only assumed. */
export const isRateAssumed = (facts: MediaFacts, row: CatalogRow): boolean =>
  facts._tag === "frames" && facts.frames > 1 && facts.rate === null && row.fps === undefined;

/** Returns the frames per second of a sequence or video: from its files, from its row, or else the assumed rate. */
export const rateOf = ({ rate }: FrameFacts, row: CatalogRow): number => rate ?? row.fps ?? ASSUMED_RATE;

/** Returns a frame rate as text, such as "24 fps". */
export const rateText = (rate: number): string => `${Number(rate.toFixed(3))} fps`;

/** Descriptions of alpha channels; empty for none. */
export const ALPHA: Readonly<Record<AlphaKind, string>> = {
  none: "",
  straight: "straight alpha",
  premultiplied: "premultiplied alpha",
  light: "additive light, no matte",
};

const count = (n: number, what: string): string => `${formatWhole(n)} ${what}${n === 1 ? "" : "s"}`;

/** Returns the facts of a file as one line for its page. */
export const factsText = (facts: MediaFacts, row: CatalogRow): string => {
  const parts =
    facts._tag === "model"
      ? [
          facts.format,
          facts.triangles === null ? "" : count(facts.triangles, "triangle"),
          facts.materials === null ? "" : count(facts.materials, "material"),
          facts.map === null ? "no maps" : `maps up to ${facts.map.width} × ${facts.map.height}`,
        ]
      : [
          facts.format,
          ...(facts.frames === 1
            ? [`${facts.width} × ${facts.height}`]
            : [`${count(facts.frames, "frame")} at ${facts.width} × ${facts.height}`, rateText(rateOf(facts, row))]),
          facts.depth,
          facts.color,
          ALPHA[facts.alpha],
          ...facts.notes,
        ];
  return parts.filter((part) => part !== "").join(", ");
};

/** Returns the size to sort and label a file by, in pixels, or null for a model without maps. */
export const sizeOf = (facts: MediaFacts): { readonly width: number; readonly height: number } | null =>
  facts._tag === "model" ? facts.map : facts;

/** Returns the label of the resolution under which a file is sold. */
export const resolutionLabel = (facts: MediaFacts): Resolution => {
  const { width, height } = sizeOf(facts) ?? { width: 0, height: 0 };
  return resolutionOf(width, height);
};

/** Returns whether a file has a matte for compositing. */
export const hasMatte = (facts: MediaFacts): boolean =>
  facts._tag === "frames" && (facts.alpha === "straight" || facts.alpha === "premultiplied");
