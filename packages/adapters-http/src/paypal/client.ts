import { PaymentProviderUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Schedule from "effect/Schedule";
import * as Schema from "effect/Schema";
import { type JsonAnswer, TIMEOUT_MS, jsonCall } from "../json-call.ts";
import { type Links, linkOf } from "./charge-state.ts";
import { Refusal, Token } from "./schemas.ts";

/** The base URL of PayPal's live API. */
const LIVE = "https://api-m.paypal.com";

export const isLivePayPal = (url: string): boolean => /^api(-m)?\.paypal\.com$/.test(new URL(url).hostname);

/**
 * The number of retries for a request that gets no response. The request's id keeps PayPal from processing the request
 * twice.
 */
const TIMES = 2;

/** PayPal's issue code for a request sent while another one with the same id is in progress. */
const IN_PROGRESS = "PREVIOUS_REQUEST_IN_PROGRESS";

/** How long before a token expires to renew it, in milliseconds. */
const TOKEN_MARGIN_MS = 60_000;

/** Credentials and the base URL, which defaults to PayPal's. */
export interface ClientOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly baseUrl?: string | undefined;
  /** The timeout of one attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** A request to PayPal. `id` is its idempotency key. `body` may be JSON text that is sent unchanged. */
export interface Request {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly body?: object | string;
  readonly id?: string;
}

/** A response with any status other than 429 and 5xx. It may be a refusal. */
export type Answer = JsonAnswer;

const unavailable = (cause: unknown): PaymentProviderUnavailable => new PaymentProviderUnavailable({ cause });

/** Decodes a response. Fails with PaymentProviderUnavailable if it doesn't match its schema. */
export const decode = <A>(
  schema: Schema.Codec<A, unknown>,
  value: unknown,
): Effect.Effect<A, PaymentProviderUnavailable> =>
  Effect.mapError(Schema.decodeUnknownEffect(schema)(value), unavailable);

/** Returns the issue codes in a refusal, or none. */
export const issuesOf = (answer: Answer): readonly string[] => {
  const read = Schema.decodeUnknownOption(Refusal)(answer.body);
  return read._tag === "Some" ? (read.value.details ?? []).map((detail) => detail.issue) : [];
};

/** Creates a small client for PayPal's REST API. It shares one token and retries requests that get no response. */
export const makeClient = (options: ClientOptions) => {
  const base = options.baseUrl ?? LIVE;
  let token: { readonly value: string; readonly until: number } | null = null;

  const fetched = (path: string, init: RequestInit): Effect.Effect<Answer, PaymentProviderUnavailable> =>
    jsonCall(`${base}${path}`, init, options.timeoutMs).pipe(
      Effect.mapError(unavailable),
      Effect.retry({ times: TIMES, schedule: Schedule.exponential("100 millis") }),
    );

  const signIn: Effect.Effect<string, PaymentProviderUnavailable> = Effect.gen(function* () {
    if (token !== null && token.until > Date.now()) return token.value;
    const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString("base64");
    const answer = yield* fetched("/v1/oauth2/token", {
      method: "POST",
      headers: { authorization: `Basic ${credentials}`, "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials",
    });
    if (answer.status !== 200) return yield* unavailable(answer);
    const { access_token, expires_in } = yield* decode(Token, answer.body);
    token = { value: access_token, until: Date.now() + expires_in * 1_000 - TOKEN_MARGIN_MS };
    return access_token;
  });

  const once = (request: Request): Effect.Effect<Answer, PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const bearer = yield* signIn;
      return yield* fetched(request.path, {
        method: request.method,
        headers: {
          authorization: `Bearer ${bearer}`,
          "content-type": "application/json",
          prefer: "return=representation",
          ...(request.id === undefined ? {} : { "paypal-request-id": request.id }),
        },
        ...(request.body === undefined
          ? {}
          : { body: typeof request.body === "string" ? request.body : JSON.stringify(request.body) }),
      });
    });

  /** Sends a request. Resends it every 200 milliseconds while PayPal is handling an earlier one with the same id. */
  const settled = (request: Request): Effect.Effect<Answer, PaymentProviderUnavailable> =>
    Effect.flatMap(once(request), (answer) =>
      issuesOf(answer).includes(IN_PROGRESS)
        ? Effect.delay(
            Effect.suspend(() => settled(request)),
            "200 millis",
          )
        : Effect.succeed(answer),
    );

  /** Sends a request, and returns any response other than 429 and 5xx. Fails if the outcome is unknown. */
  const send = (request: Request): Effect.Effect<Answer, PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const answer = yield* settled(request);
      if (answer.status !== 401) return answer;
      // A token may be revoked before it expires.
      token = null;
      return yield* settled(request);
    }).pipe(
      Effect.timeoutOrElse({
        // The limit includes the sign-in and all retries.
        duration: TIMEOUT_MS,
        orElse: () => Effect.fail(unavailable(`no response within ${TIMEOUT_MS} ms`)),
      }),
    );

  /** Reads an object, or returns null if PayPal doesn't know it. */
  const read = <A>(
    schema: Schema.Codec<A, unknown>,
    path: string,
  ): Effect.Effect<A | null, PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const answer = yield* send({ method: "GET", path });
      if (answer.status === 404) return null;
      return answer.status === 200 ? yield* decode(schema, answer.body) : yield* unavailable(answer);
    });

  /** Reads a list that PayPal may split into pages, each of which links to the next one. */
  const readPages = <A extends { readonly links?: Links }>(
    schema: Schema.Codec<A, unknown>,
    path: string,
  ): Effect.Effect<readonly A[], PaymentProviderUnavailable> =>
    Effect.gen(function* () {
      const pages: A[] = [];
      let next: string | null = path;
      while (next !== null) {
        const page: A | null = yield* read(schema, next);
        if (page !== null) pages.push(page);
        const link: string | null = linkOf(page?.links, "next");
        const url: URL | null = link === null ? null : new URL(link);
        next = url === null ? null : `${url.pathname}${url.search}`;
      }
      return pages;
    });

  return { send, read, readPages };
};

/** A client of PayPal's REST API. */
export type Client = ReturnType<typeof makeClient>;
