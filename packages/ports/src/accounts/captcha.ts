import * as Data from "effect/Data";
import type * as Effect from "effect/Effect";

/** The result of verifying a captcha token. */
export type CaptchaResult =
  | { readonly _tag: "passed" }
  /** `codes` are the service's own error codes. */
  | { readonly _tag: "refused"; readonly codes: readonly string[] };

/** The service did not respond, or rejected the store's keys. This says nothing about the visitor. */
export class CaptchaUnavailable extends Data.TaggedError("CaptchaUnavailable")<{ readonly cause: unknown }> {}

/** Verifies that a visitor is not a bot. */
export interface Captcha {
  /** Verifies the token of a solved captcha. A token is valid once, for two minutes. */
  readonly verify: (token: string) => Effect.Effect<CaptchaResult, CaptchaUnavailable>;
}
