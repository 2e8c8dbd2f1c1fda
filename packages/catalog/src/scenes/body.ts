import { clamp01 } from "./frame.ts";
import { type Distance, type Vec, add, capsule, dot, melt, normal, scale } from "./march.ts";

/** A part of a figure or its clothes: its shape, and its color at a point in linear light. */
export interface Part {
  readonly distance: Distance;
  readonly color: (place: Vec) => Vec;
}

/** Returns the union of shapes. */
export const nearestOf =
  (shapes: readonly Distance[]): Distance =>
  (x, y, z) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const shape of shapes) nearest = Math.min(nearest, shape(x, y, z));
    return nearest;
  };

/** Blends `others` into `first`, one after another, with smooth unions. `width` is the width of each blend. */
export const meltedInto =
  (first: Distance, others: readonly Distance[], width: number): Distance =>
  (x, y, z) => {
    let d = first(x, y, z);
    for (const other of others) d = melt(d, other(x, y, z), width);
    return d;
  };

/** The distance from the hull above which `inHull` does not evaluate the body. */
const FAR_OFF = 0.1;

/** Wraps a body of many shapes in a hull that contains it. Far away, only the hull is evaluated. */
export const inHull =
  (hull: Distance, body: Distance): Distance =>
  (x, y, z) => {
    const d = hull(x, y, z);
    return d > FAR_OFF ? d : body(x, y, z);
  };

/**
 * The local coordinates of a bone between two points in the plane of the walk: along the bone, in front of it, and to
 * the side.
 */
export interface Bone {
  readonly from: Vec;
  readonly length: number;
  readonly along: Vec;
  readonly before: Vec;
}

export const boneOf = (from: Vec, to: Vec): Bone => {
  const way = add(to, scale(from, -1));
  const along = normal(way);
  return { from, length: Math.sqrt(dot(way, way)), along, before: [-along[1], along[0], 0] };
};

/** Converts bone coordinates to world coordinates. */
export const placeOn = ({ from, along, before }: Bone, far: number, ahead: number, aside: number): Vec =>
  add(add(from, add(scale(along, far), scale(before, ahead))), [0, 0, aside]);

/** Converts world coordinates to bone coordinates. */
export const onBone = ({ from, along, before }: Bone, place: Vec): Vec => {
  const way = add(place, scale(from, -1));
  return [dot(way, along), dot(way, before), way[2]];
};

/** The depth of folds in cloth, in scene units. */
const FOLD_DEPTH = 0.0021;
/** The number of half waves of folds per unit of length. */
const FOLDS = 26;
/** The distance from the cloth below which its folds are evaluated. */
const FOLD_REACH = 0.04;

/**
 * Returns a sleeve around a bone, from `wide` at its start to `narrow` at its end, with folds where the cloth is slack.
 */
export const sleeve = (bone: Bone, wide: number, narrow: number, slack: (share: number) => number): Distance => {
  const tube = capsule(bone.from, placeOn(bone, bone.length, 0, 0), wide);
  const { from, along, before, length } = bone;
  return (x, y, z) => {
    const dx = x - from[0];
    const dy = y - from[1];
    const far = dx * along[0] + dy * along[1];
    const share = clamp01(far / length);
    const d = tube(x, y, z) + (wide - narrow) * share;
    // Folds are invisible from far away. They fade out, so that a shape that melts into the cloth has no step.
    if (d > FOLD_REACH) return d;
    const ahead = dx * before[0] + dy * before[1];
    const wave = Math.sin(far * FOLDS * Math.PI + ahead * 30 + 2.2 * Math.sin(far * 23 + z * 31 - ahead * 17));
    return d + wave * FOLD_DEPTH * slack(share) * clamp01(1 - d / FOLD_REACH);
  };
};
