/** The ways to lay an element over a shot. */
export const BLENDS = ["over", "screen", "add"] as const;
export type Blend = (typeof BLENDS)[number];

/**
 * The placement and look of an element over a shot. `x` and `y` are its center, from -1 to 1: 0 is the shot's center,
 * and 1 is its right or top edge. `scale` is its width relative to the shot's width. `rotation` is in degrees
 * counterclockwise, `start` is the time in the element at which the shot begins, in seconds, `exposure` is in stops,
 * and `saturation` is a factor.
 */
export interface DeskSettings {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly rotation: number;
  readonly start: number;
  readonly exposure: number;
  readonly saturation: number;
  readonly blend: Blend;
}

export type DeskNumber = Exclude<keyof DeskSettings, "blend">;

/** A number's limits and its step. */
export interface DeskRange {
  readonly name: DeskNumber;
  readonly label: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
}

/** The number settings, in the order in which the desk and links list them. */
export const DESK_RANGES: readonly DeskRange[] = [
  { name: "x", label: "Horizontal position", minimum: -1.5, maximum: 1.5, step: 0.01 },
  { name: "y", label: "Vertical position", minimum: -1.5, maximum: 1.5, step: 0.01 },
  { name: "scale", label: "Scale", minimum: 0.05, maximum: 4, step: 0.01 },
  { name: "rotation", label: "Rotation", minimum: -180, maximum: 180, step: 1 },
  { name: "start", label: "Time offset", minimum: 0, maximum: 20, step: 0.04 },
  { name: "exposure", label: "Exposure", minimum: -4, maximum: 4, step: 0.1 },
  { name: "saturation", label: "Saturation", minimum: 0, maximum: 2, step: 0.05 },
];

/** Returns a number within its range, on one of its steps. */
export const withinRange = ({ minimum, maximum, step }: DeskRange, value: number): number => {
  const stepped = minimum + Math.round((Math.min(maximum, Math.max(minimum, value)) - minimum) / step) * step;
  return Number(Math.min(maximum, stepped).toFixed(4));
};

/**
 * Returns the settings of a new desk. An element without transparency has a black background, so its blend is "screen".
 */
export const initialSettings = ({ alpha }: { readonly alpha: boolean }): DeskSettings => ({
  ...{ x: 0, y: 0, scale: 1, rotation: 0, start: 0, exposure: 0, saturation: 1 },
  blend: alpha ? "over" : "screen",
});

/** Returns settings with one number changed. */
export const withNumber = (settings: DeskSettings, name: DeskNumber, value: number): DeskSettings => {
  const range = DESK_RANGES.find((each) => each.name === name);
  return range === undefined || !Number.isFinite(value) ? settings : { ...settings, [name]: withinRange(range, value) };
};

/** Returns settings in a link's format: the numbers in order, then the blend. */
export const formatSettings = (settings: DeskSettings): string =>
  [...DESK_RANGES.map(({ name }) => settings[name]), settings.blend].join("_");

/** Parses a link's settings. Replaces missing and invalid values with those of a new desk. */
export const parseSettings = (text: string, item: { readonly alpha: boolean }): DeskSettings => {
  const parts = text.split("_");
  const initial = initialSettings(item);
  const numbers = DESK_RANGES.reduce(
    (settings, { name }, place) => withNumber(settings, name, Number(parts[place] || Number.NaN)),
    initial,
  );
  return { ...numbers, blend: BLENDS.find((each) => each === parts[DESK_RANGES.length]) ?? initial.blend };
};

/**
 * Writes into `matrix`, column by column, the matrix that converts the shot's coordinates (-1 to 1, y up) to the
 * element's coordinates (0 to 1, y down). `shot` and `element` are aspect ratios.
 */
export const writePlacement = (
  matrix: Float32Array,
  { x, y, scale, rotation }: Pick<DeskSettings, "x" | "y" | "scale" | "rotation">,
  shot: number,
  element: number,
): void => {
  const turn = (rotation * Math.PI) / 180;
  const across = Math.cos(turn) / (2 * scale);
  const along = Math.sin(turn) / (2 * scale);
  // Move the element's center to the origin, make the units square, undo the rotation, then scale to the element.
  matrix[0] = across;
  matrix[1] = along * element;
  matrix[2] = 0;
  matrix[3] = along / shot;
  matrix[4] = (-across * element) / shot;
  matrix[5] = 0;
  matrix[6] = 0.5 - across * x - (along * y) / shot;
  matrix[7] = 0.5 - along * element * x + (across * element * y) / shot;
  matrix[8] = 1;
};
