/** A color as red, green, and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** The page backgrounds of the light and the dark theme. */
const BACKGROUNDS = { light: "#faf9f7", dark: "#121214" } as const;

const parse = (hex: string): Rgb => {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};

const format = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

const mix = ([red, green, blue]: Rgb, into: Rgb, share: number): Rgb => [
  red + (into[0] - red) * share,
  green + (into[1] - green) * share,
  blue + (into[2] - blue) * share,
];

const luminance = (color: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the contrast of two colors such as "#ffb224", from 1 to 21, as WCAG 2 defines it. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(parse(one)), luminance(parse(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

/** The minimum contrast of text, and of control outlines. */
const NEEDED = { text: 4.5, line: 3 } as const;

/** Moves a color toward another until it has enough contrast with a background. */
const legible = (hex: string, toward: Rgb, ground: string, needed: number): string => {
  for (let share = 0; share < 1; share += 0.05) {
    const color = format(mix(parse(hex), toward, share));
    if (contrast(color, ground) >= needed) return color;
  }
  return format(toward);
};

/** The theme colors that are derived from an accent color. */
export interface AccentColors {
  readonly accent: string;
  /** The accent on hover. */
  readonly strong: string;
  /** The color of text on the accent. */
  readonly on: string;
  /** The outline of selected items. */
  readonly ring: string;
}

/**
 * Returns the colors of both themes for an accent color such as "#ffb224". Text on the accent is black or white,
 * whichever has more contrast, which is always at least 4.5. Lines have a contrast of at least 3 against the page.
 */
export const accentColors = (accent: string): { readonly light: AccentColors; readonly dark: AccentColors } => {
  const isDarkText = contrast(accent, format(BLACK)) >= contrast(accent, format(WHITE));
  const [text, away] = isDarkText ? [BLACK, WHITE] : [WHITE, BLACK];
  // Mix away from the text color, so that its contrast never decreases.
  const same = { accent, strong: format(mix(parse(accent), away, 0.15)), on: format(text) };
  return {
    light: { ...same, ring: legible(accent, BLACK, BACKGROUNDS.light, NEEDED.text) },
    dark: { ...same, ring: legible(accent, WHITE, BACKGROUNDS.dark, NEEDED.line) },
  };
};
