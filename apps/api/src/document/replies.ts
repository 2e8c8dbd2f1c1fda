import type { ContractTexts, FieldTexts } from "./field-texts.ts";
import type { JsonSchema } from "./json-schema.ts";
import { REASONS, reasonText } from "./reasons.ts";

/** A request or a response body. */
export interface Body {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: object }>>;
}

/** A response with its headers. */
export interface Reply extends Partial<Body> {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
}

/** The response header that states when to repeat the request. */
export const RETRY_AFTER = {
  "retry-after": { description: "Seconds to wait before repeating the request.", schema: { type: "integer" } },
};

/** Returns an error response in the standard error format. */
const errorReply = (description: string, code: string): Reply => ({
  description,
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/PlainError" },
      examples: { usual: { value: { error: { code, message: description } } } },
    },
  },
});

export const CONFLICT: FieldTexts = {
  "error.reason": REASONS.map((reason) => `\`${reason}\`: ${reasonText(reason)}`).join("\n\n"),
  "error.now": "The current offer, if it differs from the offer shown to the buyer. `total` is in cents.",
  "error.order_id": "For `order_in_progress`, the plan order in progress. Wait for it instead of paying again.",
};

export const KEY_PARAMETER = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description: "Runs the request only once, no matter how often it is sent with this key.",
  schema: { type: "string", minLength: 16, maxLength: 200 },
  example: "0199f2a0-5c1e-7a77-8d3c-1d5a4f1f2b3c",
};

export const KEY_REUSED = errorReply("This key was used for another request. Use a new one.", "idempotency_key_reused");
const RUNNING = errorReply("The same request is still running. Send it again in a moment.", "request_in_progress");

/** Adds the conflict response that a POST operation returns while another request with the same key is running. */
export const withRunning = (replies: readonly (readonly [string, Reply])[]): readonly (readonly [string, Reply])[] =>
  replies.some(([status]) => status === "409")
    ? replies.map(([status, reply]) => [
        status,
        status === "409"
          ? { ...reply, description: `${reply.description}\n\n\`request_in_progress\`: ${RUNNING.description}` }
          : reply,
      ])
    : [...replies, ["409", RUNNING]];

export const TOO_LARGE = errorReply("The request is too large.", "too_large");
/** The response to an internal error. The log has the request's ID. */
export const INTERNAL = errorReply("Something went wrong.", "internal");

/** Returns the description of the response for a status: the possible errors, or a note that the request succeeded. */
export const replyText = (status: string, { content, description }: Reply, errors: ContractTexts["errors"]): string => {
  if (status === "204") return "Success. The response has no body.";
  const { schema = {} } = content?.["application/json"] ?? {};
  const codes = (schema.anyOf ?? [schema]).flatMap(({ $ref = "" }) => {
    const [, code] = /\/([a-z_]+)Encoded$/.exec($ref) ?? [];
    return code === undefined ? [] : [code];
  });
  if (codes.length === 0) return description === "Success" ? "Success." : description;
  return codes.map((code) => `\`${code}\`: ${errors[code] ?? ""}`).join("\n\n");
};
