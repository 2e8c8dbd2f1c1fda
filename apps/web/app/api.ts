import type { PostAnswer, PostBody, PostPath } from "@backlot/ports";
import { useEffect } from "react";

/** What the API answers when it refuses. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly client_secret?: string;
}

/** An answer of the API, or its refusal. A network that fails is a refusal too: nothing is thrown. */
export type ApiAnswer<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly refusal: ApiError };

/** Sent to a page when the store does not know its session any more: it ended elsewhere. */
export const SIGNED_OUT = "backlot:signed-out";

/** Lets who was signed out elsewhere sign in over the page, once a form of it was refused for that. (ACC-04) */
export const useSignedOutForm = (
  answer: { readonly problem: string | null; readonly signedOut?: boolean } | undefined,
): void =>
  useEffect(() => {
    if (answer?.signedOut) window.dispatchEvent(new Event(SIGNED_OUT));
  }, [answer]);

/** The answer of a path of the API, or its refusal. */
export type Posted<Path extends PostPath> = ApiAnswer<PostAnswer<Path>>;

/** Posts JSON to an operation of the store, as the signed-in browser. The contract types the path, body, and answer. */
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
    const message = "The store can't be reached. Look at your connection, then try again: nothing is charged twice.";
    return { ok: false, refusal: { code: "unreachable", message } };
  }
};
