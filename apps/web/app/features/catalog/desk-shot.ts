import type { CSSProperties } from "react";
import { type Drawable, heightOf, widthOf } from "./desk-renderer.ts";
import type { Blend, DeskNumber } from "./desk-settings.ts";

/** The maximum side length of the picture that is drawn and saved, in pixels. */
const LARGEST_SIDE = 1920;

/** The picture under an element until the shopper adds a shot, and its size. */
export const PLATE = "/plate.avif";
export const PLATE_SIZE = { width: 1920, height: 1080 } as const;

/** The CSS equivalent of each blend, for browsers without WebGL 2. */
export const CSS_BLENDS: Readonly<Record<Blend, CSSProperties["mixBlendMode"]>> = {
  over: "normal",
  screen: "screen",
  add: "plus-lighter",
};

/** The setting that a key on the shot changes, and by how much. Shift multiplies it by ten. */
export const KEYS: Readonly<Record<string, readonly [name: DeskNumber, by: number]>> = {
  ArrowLeft: ["x", -0.01],
  ArrowRight: ["x", 0.01],
  ArrowDown: ["y", -0.01],
  ArrowUp: ["y", 0.01],
  "+": ["scale", 0.02],
  "=": ["scale", 0.02],
  "-": ["scale", -0.02],
  "[": ["rotation", 1],
  "]": ["rotation", -1],
};

/** The shopper's own picture or clip. It never leaves the browser. */
export interface OwnShot {
  readonly url: string;
  readonly isClip: boolean;
}

/** Returns the size of a picture or clip, reduced to the largest side. */
export const fitted = (source: Drawable): { readonly width: number; readonly height: number } => {
  const [width, height] = [widthOf(source), heightOf(source)];
  const factor = Math.min(1, LARGEST_SIDE / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
};

/** Offers a blob as a download. */
export const saveAs = (blob: Blob, name: string): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
};
