import { clamp01 } from "./frame.ts";
import { type Distance, type Vec, add, capsule, dot, melt, normal, scale } from "./march.ts";

/** What a figure wears or is: its shape, and its color at a place of it in linear light. */
export interface Part {
  readonly distance: Distance;
  readonly color: (place: Vec) => Vec;
}

/** The nearest of some shapes. */
export const nearestOf =
  (shapes: readonly Distance[]): Distance =>
  (x, y, z) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const shape of shapes) nearest = Math.min(nearest, shape(x, y, z));
    return nearest;
  };

/** Shapes that melt into a first one, one after another, over a width. */
export const meltedInto =
  (first: Distance, others: readonly Distance[], width: number): Distance =>
  (x, y, z) => {
    let d = first(x, y, z);
    for (const other of others) d = melt(d, other(x, y, z), width);
    return d;
  };

/** How far from a body of many shapes it is enough to know how far its hull is. */
const FAR_OFF = 0.1;

/** A body of many shapes in a hull that it does not leave: from far off the hull alone is asked. */
export const inHull =
  (hull: Distance, body: Distance): Distance =>
  (x, y, z) => {
    const d = hull(x, y, z);
    return d > FAR_OFF ? d : body(x, y, z);
  };

/**
 * Places as a bone has them, that points from one place to another in the plane of the
 * walk: along it, before it, aside.
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

/** Where a place of a bone is in the world. */
export const placeOn = ({ from, along, before }: Bone, far: number, ahead: number, aside: number): Vec =>
  add(add(from, add(scale(along, far), scale(before, ahead))), [0, 0, aside]);

/** Where a place of the world is on a bone. */
export const onBone = ({ from, along, before }: Bone, place: Vec): Vec => {
  const way = add(place, scale(from, -1));
  return [dot(way, along), dot(way, before), way[2]];
};

/** How deep cloth folds, and how many folds there are in a unit of length. */
const FOLD_DEPTH = 0.0021;
const FOLDS = 26;
/** How far from the cloth its folds are told apart. */
const FOLD_REACH = 0.04;

/** Cloth around a bone: wider at one end than at the other, and folded where it is slack. */
export const sleeve = (bone: Bone, wide: number, narrow: number, slack: (share: number) => number): Distance => {
  const tube = capsule(bone.from, placeOn(bone, bone.length, 0, 0), wide);
  const { from, along, before, length } = bone;
  return (x, y, z) => {
    const dx = x - from[0];
    const dy = y - from[1];
    const far = dx * along[0] + dy * along[1];
    const share = clamp01(far / length);
    const d = tube(x, y, z) + (wide - narrow) * share;
    // A fold is not seen from far away: it fades, so that what melts into it has no step.
    if (d > FOLD_REACH) return d;
    const ahead = dx * before[0] + dy * before[1];
    const wave = Math.sin(far * FOLDS * Math.PI + ahead * 30 + 2.2 * Math.sin(far * 23 + z * 31 - ahead * 17));
    return d + wave * FOLD_DEPTH * slack(share) * clamp01(1 - d / FOLD_REACH);
  };
};
