import type { PostAnswer, PostBody, PostPath } from "@backlot/ports";
import { useEffect } from "react";

/** An error response of the API. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  /** The plan order that is in progress, whose outcome to wait for. */
  readonly order_id?: string;
  readonly client_secret?: string;
}

/** A response of the API, or its error. A network failure is an error too; nothing throws. */
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

/** The response of an API path, or its error. */
export type Posted<Path extends PostPath> = ApiAnswer<PostAnswer<Path>>;

/**
 * Posts JSON to the API with the browser's session. The contract types the path, body, and response. If the session has
 * ended (401), also sends the `SIGNED_OUT` event.
 */
export const postJson = async <Path extends PostPath>(path: Path, payload: PostBody<Path>): Promise<Posted<Path>> => {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
    });
    const body = (await answer.json()) as PostAnswer<Path> & { readonly error?: ApiError };
    if (answer.status === 401) window.dispatchEvent(new Event(SIGNED_OUT));
    return answer.ok || body.error === undefined ? { ok: true, value: body } : { ok: false, refusal: body.error };
  } catch {
    const message =
      "Your browser can't connect to the store. Check your connection and try again. You won't be charged twice.";
    return { ok: false, refusal: { code: "unreachable", message } };
  }
};
