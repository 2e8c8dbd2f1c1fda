import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { epochMs, instant } from "@backlot/domain";
import { type Caller, type Clock, INVALID_REQUEST, type IdempotencyKeys } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Context } from "hono";

/** The header with which a client marks a POST request that it may repeat. */
const IDEMPOTENCY_KEY = "idempotency-key";

/** An unguessable key, such as a UUID. */
const KEY = /^[\x21-\x7e]{16,200}$/;

/**
 * The time after which a request without a response counts as abandoned, in milliseconds. Its process has probably
 * stopped.
 */
const ABANDONED_MS = 5 * 60_000;

/** An error in the standard error format. */
interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/** The response to send instead of running a request. */
export interface Instead {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** A running request whose outcome the store will record. */
export interface Begun {
  readonly finish: (status: number, body: string | null) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** Runs a POST request only once per key and body. */
export interface Idempotency {
  /**
   * Returns null without a key; otherwise, the response to send instead of running the request, or how to record its
   * outcome.
   */
  readonly begin: (c: Context, caller: Caller, body: string) => Promise<Instead | Begun | null>;
}

const hash = (...parts: readonly string[]): Buffer => createHash("sha256").update(parts.join("\n")).digest();

/** Identifies the sender of a request, so that no caller gets the response for another caller's key. */
const senderOf = (caller: Caller): string => {
  switch (caller._tag) {
    case "SignedIn":
      return `account ${caller.person.id}`;
    case "Support":
      return `staff ${caller.staff ?? "with the shared key"}`;
    case "Anonymous":
      // A visitor's network and cookies change, often just when a response was lost. The key itself is unguessable.
      return "visitor";
  }
};

const encrypt = (text: string, secret: Buffer): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", secret, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
};

const decrypt = (sealed: string, secret: Buffer): string => {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
};

const refused = (status: number, error: ErrorBody, headers = {}): Instead => ({ status, body: { error }, headers });

/**
 * Creates the idempotency checks. The store saves only a key's hash; a response, which may contain a token, is
 * encrypted with the key.
 */
export const makeIdempotency = (keys: IdempotencyKeys, clock: Clock): Idempotency => ({
  begin: async (c, caller, body) => {
    const key = c.req.header(IDEMPOTENCY_KEY);
    if (key === undefined) return null;
    if (!KEY.test(key))
      return refused(400, {
        code: "invalid_request",
        message: INVALID_REQUEST,
        issues: [{ path: `headers.${IDEMPOTENCY_KEY}`, message: "Use 16 to 200 characters, such as a UUID." }],
      });
    const sender = senderOf(caller);
    const id = hash("id", sender, key).toString("base64url");
    const secret = hash("response", sender, key);
    const now = clock.now();
    // Include the key, because a hash of a sign-in's body alone would amount to a fast hash of the password.
    const content = [c.req.method, c.req.path, new URL(c.req.url).search, body];
    const request = hash("request", sender, key, ...content).toString("base64url");
    const abandonedBefore = instant(epochMs(now) - ABANDONED_MS);
    const state = await Effect.runPromise(keys.begin(id, request, { now, abandonedBefore }));
    switch (state._tag) {
      case "reused":
        return refused(422, {
          code: "idempotency_key_reused",
          message: "This key was used for another request. Use a new one.",
        });
      case "running":
        return refused(
          409,
          { code: "request_in_progress", message: "The same request is still running. Send it again in a moment." },
          { "retry-after": "2" },
        );
      case "answered":
        return {
          status: state.status,
          body: state.body === null ? null : JSON.parse(decrypt(state.body, secret)),
          headers: { "idempotency-replayed": "true" },
        };
      case "first":
        return {
          finish: (status, text) =>
            Effect.runPromise(keys.finish(id, { status, body: text === null ? null : encrypt(text, secret) })),
          forget: () => Effect.runPromise(keys.forget(id)),
        };
    }
  },
});
