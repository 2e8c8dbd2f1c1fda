import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";

/** The verdict on a captcha token. */
export type CaptchaResult =
  | { readonly _tag: "passed" }
  /** `codes` are the service's own error codes. */
  | { readonly _tag: "refused"; readonly codes: readonly string[] };

/** The service did not respond, or rejected the store's keys. Says nothing about the visitor. */
export class CaptchaUnavailable extends Data.TaggedError("CaptchaUnavailable")<{ readonly cause: unknown }> {}

/** The captcha that keeps bots out. */
export interface Captcha {
  /** Verifies the token of a solved captcha. A token is valid once, for two minutes. */
  readonly verify: (token: string) => Effect.Effect<CaptchaResult, CaptchaUnavailable>;
}
