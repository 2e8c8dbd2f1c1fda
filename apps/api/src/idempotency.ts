import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { epochMs, instant } from "@backlot/domain";
import type { Caller, Clock, IdempotencyKeys } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { Context } from "hono";

/** The header by which a client marks a POST request that it may send again. */
export const IDEMPOTENCY_KEY = "idempotency-key";

/** A key that nobody guesses, such as a UUID. */
const KEY = /^[\x21-\x7e]{16,200}$/;

/** The time after which a request without a response counts as abandoned, because its process stopped. */
const ABANDONED_MS = 5 * 60_000;

/** How the store responds instead of running a request. */
export interface Instead {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that runs, and whose outcome the store remembers. */
export interface Begun {
  readonly finish: (status: number, body: string | null) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** Runs POST requests with the same key and body once. */
export interface Idempotency {
  /** Returns null without a key, else what to respond instead of running the request, or how to note its outcome. */
  readonly begin: (c: Context, caller: Caller, body: string) => Promise<Instead | Begun | null>;
}

const hash = (...parts: readonly string[]): Buffer => createHash("sha256").update(parts.join("\n")).digest();

/** Returns who sends a request, so that nobody gets the response of another caller's key. */
const senderOf = (caller: Caller): string => {
  switch (caller._tag) {
    case "SignedIn":
      return `account ${caller.person.id}`;
    case "Support":
      return `staff ${caller.staff ?? "with the shared key"}`;
    case "Anonymous":
      return `visitor ${caller.visitor.browser?.key ?? caller.visitor.address}`;
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

const refused = (status: number, code: string, message: string, headers = {}): Instead => ({
  status,
  body: { error: { code, message } },
  headers,
});

/** Creates it. The store keeps no key, only its hash; a response, which may hold a token, is encrypted with the key. */
export const makeIdempotency = (keys: IdempotencyKeys, clock: Clock): Idempotency => ({
  begin: async (c, caller, body) => {
    const key = c.req.header(IDEMPOTENCY_KEY);
    if (key === undefined) return null;
    if (!KEY.test(key))
      return {
        ...refused(400, "invalid_request", ""),
        body: {
          error: {
            code: "invalid_request",
            message: "The request is not as it should be.",
            issues: [{ path: `headers.${IDEMPOTENCY_KEY}`, message: "Use 16 to 200 characters, such as a UUID." }],
          },
        },
      };
    const sender = senderOf(caller);
    const id = hash("id", sender, key).toString("base64url");
    const secret = hash("response", sender, key);
    const now = clock.now();
    const request = hash(c.req.method, c.req.path, new URL(c.req.url).search, body).toString("base64url");
    const abandonedBefore = instant(epochMs(now) - ABANDONED_MS);
    const state = await Effect.runPromise(keys.begin(id, request, { now, abandonedBefore }));
    switch (state._tag) {
      case "reused":
        return refused(422, "idempotency_key_reused", "This key was used for another request. Use a new one.");
      case "running":
        return refused(409, "request_in_progress", "The same request is still running. Send it again in a moment.", {
          "retry-after": "2",
        });
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
