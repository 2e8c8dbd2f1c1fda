import type { Clip, Optionable } from "./clip.schema.ts";
import { alphaText } from "./collection.ts";

export type { Clip, Optionable } from "./clip.schema.ts";

/** An option of a clip as its page states it. */
export interface ClipOption {
  readonly label: string;
  readonly text: string;
  readonly disclaimer: string | null;
}

const SAYS_NO = new Set(["", "0", "false", "no", "none", "not included"]);

/** An option's value in words; an alpha channel is Included or Not Included, whatever its value is called. (CAT-03) */
export const optionLabel = (option: Pick<Optionable, "type" | "value">): string =>
  option.type.toLowerCase() === "alpha" ? alphaText(!SAYS_NO.has(option.value.trim().toLowerCase())) : option.value;

/** The options of a clip by position, then its other attributes. (CAT-03) */
export const clipOptions = (clip: Clip): readonly ClipOption[] => [
  ...[...clip.optionables]
    .sort((a, b) => a.position - b.position)
    .map((option) => ({ label: option.full_type, text: optionLabel(option), disclaimer: option.disclaimer })),
  ...clip.product_attributes.map(({ name, value }) => ({ label: name, text: value, disclaimer: null })),
];
