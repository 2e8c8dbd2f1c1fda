import type { ApiCall, CallRequest, CallResponse, PostBody, PostPath, PostResponse } from "@backlot/ports";
import { useEffect } from "react";

/** An error response of the API. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  /** The plan order in progress whose outcome the page should wait for. */
  readonly order_id?: string;
  readonly client_secret?: string;
}

/** A response of the API, or its error. A network failure is also an error. API calls never throw. */
export type ApiAnswer<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly refusal: ApiError };

/** The name of the window event sent when the session turns out to have ended elsewhere. */
export const SIGNED_OUT = "backlot:signed-out";

/** Opens the sign-in panel after a form failed because the session ended elsewhere. */
export const useSignedOutForm = (
  answer: { readonly problem: string | null; readonly signedOut?: boolean } | undefined,
): void =>
  useEffect(() => {
    if (answer?.signedOut) window.dispatchEvent(new Event(SIGNED_OUT));
  }, [answer]);

/** A request to any operation. */
interface AnyRequest {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly payload?: unknown;
}

/** Options of a request besides its content. */
type CallOptions = Pick<RequestInit, "signal" | "keepalive" | "priority">;

/**
 * Calls an operation of the API with the browser's session. The contract types the request and the response. A missing
 * response body is returned as null.
 */
export const callApi = async <C extends ApiCall>(
  call: C,
  request: CallRequest<C>,
  { signal = null, keepalive = false, priority = "auto" }: CallOptions = {},
): Promise<ApiAnswer<CallResponse<C>>> => {
  const { params, query = {}, payload }: AnyRequest = request;
  const [method = "", pattern = ""] = call.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params?.[name])));
  const named = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString();
  try {
    const response = await fetch(search === "" ? path : `${path}?${search}`, {
      ...{ signal, keepalive, priority, method },
      ...(payload === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(payload) }),
    });
    const body = response.status === 204 ? null : await response.json();
    return response.ok || body?.error === undefined ? { ok: true, value: body } : { ok: false, refusal: body.error };
  } catch {
    const message =
      "Your browser can't connect to the store. Check your connection and try again. You won't be charged twice.";
    return { ok: false, refusal: { code: "unreachable", message } };
  }
};

/** The response of an API path, or its error. */
export type Posted<Path extends PostPath> = ApiAnswer<PostResponse<Path>>;

/** Posts JSON to the API. If the session has ended (401), also sends the `SIGNED_OUT` event. */
export const postJson = async <Path extends PostPath>(path: Path, payload: PostBody<Path>): Promise<Posted<Path>> => {
  // `PostPath` lists only operations that take a payload and no parameters.
  const call = callApi as (name: string, request: AnyRequest) => Promise<Posted<Path>>;
  const answer = await call(`POST ${path}`, { payload });
  if (!answer.ok && answer.refusal.code === "unauthorized") window.dispatchEvent(new Event(SIGNED_OUT));
  return answer;
};
