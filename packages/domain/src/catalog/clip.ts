import type { Clip, Optionable } from "./clip.schema.ts";
import { alphaText } from "./collection.ts";

export type { Clip, Optionable } from "./clip.schema.ts";

/** An option of a clip as the product page shows it. */
export interface ClipOption {
  readonly label: string;
  readonly text: string;
  readonly disclaimer: string | null;
}

const SAYS_NO = new Set(["", "0", "false", "no", "none", "not included"]);

/**
 * Returns an option's value for display. An alpha channel is "Included" or "Not Included", however the data spells it.
 */
export const optionLabel = (option: Pick<Optionable, "type" | "value">): string =>
  option.type.toLowerCase() === "alpha" ? alphaText(!SAYS_NO.has(option.value.trim().toLowerCase())) : option.value;

/** Returns a clip's options in display order, followed by its other attributes. */
export const clipOptions = (clip: Clip): readonly ClipOption[] => [
  ...[...clip.optionables]
    .sort((a, b) => a.position - b.position)
    .map((option) => ({ label: option.full_type, text: optionLabel(option), disclaimer: option.disclaimer })),
  ...clip.product_attributes.map(({ name, value }) => ({ label: name, text: value, disclaimer: null })),
];
