import { type Captcha, type CaptchaResult, CaptchaUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { jsonCall } from "../json-call.ts";

/** The base URL of Google's own service. */
const LIVE = "https://www.google.com";

/** The store's secret key for reCAPTCHA, and the service's URL. */
export interface RecaptchaOptions {
  readonly secretKey: string;
  readonly baseUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const Verdict = Schema.Struct({
  success: Schema.Boolean,
  "error-codes": Schema.optionalKey(Schema.Array(Schema.String)),
});

/** Error codes that point to the store's configuration, not to the visitor. */
const OURS = ["missing-input-secret", "invalid-input-secret", "bad-request"];

export const makeRecaptcha = ({ secretKey, baseUrl = LIVE, timeoutMs }: RecaptchaOptions): Captcha => ({
  verify: (response) =>
    Effect.gen(function* () {
      const body = new URLSearchParams({ secret: secretKey, response });
      const answer = yield* jsonCall(`${baseUrl}/recaptcha/api/siteverify`, { method: "POST", body }, timeoutMs);
      const { success, "error-codes": codes = [] } = yield* Schema.decodeUnknownEffect(Verdict)(answer.body);
      if (codes.some((code) => OURS.includes(code)))
        return yield* Effect.fail(new Error(`reCAPTCHA doesn't recognize the store: ${codes.join(", ")}`));
      const result: CaptchaResult = success ? { _tag: "passed" } : { _tag: "refused", codes };
      return result;
    }).pipe(Effect.mapError((cause) => new CaptchaUnavailable({ cause }))),
});
