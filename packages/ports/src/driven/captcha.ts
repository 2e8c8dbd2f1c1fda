import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";

/** What was found of somebody who says that they are no robot. */
export type CaptchaResult =
  | { readonly _tag: "passed" }
  /** `codes` are the service's own words for why. */
  | { readonly _tag: "refused"; readonly codes: readonly string[] };

/** The service gave no answer, or does not know the store. Nothing is known of the visitor. */
export class CaptchaUnavailable extends Data.TaggedError("CaptchaUnavailable")<{ readonly cause: unknown }> {}

/** Tells people from robots. (NWS-01) */
export interface Captcha {
  /** Judges what a visitor's browser was given for a solved captcha. It is good once, and for two minutes. */
  readonly verify: (token: string) => Effect.Effect<CaptchaResult, CaptchaUnavailable>;
}
