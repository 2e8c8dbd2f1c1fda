/** A point or direction in space. */
export type Vec = readonly [number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scale = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** Interpolates between two vectors. */
export const mix3 = (a: Vec, b: Vec, share: number): Vec => add(a, scale(add(b, scale(a, -1)), share));
export const length = (a: Vec): number => Math.sqrt(dot(a, a));
export const normal = (a: Vec): Vec => scale(a, 1 / (length(a) || 1));
