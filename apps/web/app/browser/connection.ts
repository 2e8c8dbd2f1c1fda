import type { ComponentProps } from "react";
import type { HydratedRouter } from "react-router/dom";
import { OTHER_ACCOUNT, PAGE_ACCOUNT } from "@backlot/ports/driving/page-account";

/**
 * Why a page's request is waiting: the browser is offline, the store didn't respond, or another account has signed in
 * since.
 */
export type Trouble = "offline" | "no-answer" | "other-account";

interface Waiting {
  readonly trouble: Trouble;
  /** Whether the request only reads, so that it can be resent automatically. */
  readonly reads: boolean;
  readonly send: () => void;
}

/** The delays before resending reads once the browser is online, in milliseconds. */
const ONLINE_RETRY_MS = [0, 1_000, 5_000];

/** How long to wait before showing a failure, in case the visitor is leaving the page, in milliseconds. */
const LEAVING_MS = 250;

let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly Waiting[]): void => {
  waiting = next;
  for (const tell of listeners) tell();
};

/** Calls `listener` whenever a request starts or stops waiting. Returns a function that stops it. */
export const onTrouble = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns why the last waiting request is waiting, or null if there is none. */
export const currentTrouble = (): Trouble | null => waiting.at(-1)?.trouble ?? null;

const sendAll = (chosen: readonly Waiting[]): void => {
  change(waiting.filter((each) => !chosen.includes(each)));
  for (const { send } of chosen) send();
};

/** Sends every waiting request again. */
export const retryNow = (): void => sendAll(waiting);

/** Waits until the request should be sent again. Rejects with the signal's reason if it is aborted in the meantime. */
const untilRetry = (request: Omit<Waiting, "send">, signal: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const waitingRequest: Waiting = { ...request, send: resolve };
    change([...waiting, waitingRequest]);
    const drop = (): void => {
      change(waiting.filter((each) => each !== waitingRequest));
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", drop, { once: true });
  });

let pageAccount: string | null = null;

/** Sets the account that the page was rendered for, or null for a visitor. The page's later requests include it. */
export const setPageAccount = (id: string | null): void => {
  pageAccount = id;
};

/** Returns a request's options. Adds the page's account if the request changes something in the store. */
const signed = (url: URL, init: RequestInit | undefined): RequestInit | undefined => {
  if (pageAccount === null || url.origin !== window.location.origin || (init?.method ?? "GET") === "GET") return init;
  const headers = new Headers(init?.headers);
  headers.set(PAGE_ACCOUNT, pageAccount);
  return { ...init, headers };
};

/**
 * Returns whether the router sent a request because of a visitor's action: for a page's data, to an action, or for
 * parts of a page. Prefetches have no signal.
 */
const isOfRouter = (url: URL, signal: AbortSignal | null): boolean =>
  url.origin === window.location.origin &&
  signal !== null &&
  (url.pathname.endsWith(".data") || url.pathname === "/__manifest");

/**
 * Returns whether a response isn't from the store, such as a gateway's error page or a network's sign-in page. The
 * router marks its own responses.
 */
const isForeign = (answer: Response): boolean => {
  if (answer.headers.has("X-Remix-Response") || answer.status === 204) return false;
  return answer.status >= 500 || (answer.ok && answer.headers.get("Content-Type")?.startsWith("text/html") === true);
};

/** Returns why the router must not receive a response, or null if it may. */
const troubleOf = (answer: Response | null): Trouble | null => {
  if (answer === null) return "offline";
  if (answer.headers.has(OTHER_ACCOUNT)) return "other-account";
  return isForeign(answer) ? "no-answer" : null;
};

/** Reads a response's whole body, so that a broken connection counts as no response. */
const whole = async (answer: Response): Promise<Response> =>
  answer.body === null ? answer : new Response(await answer.arrayBuffer(), answer);

/**
 * Returns a `fetch` with which the router's requests wait for a retry if they fail, instead of replacing the page with
 * an error page. Typed input is kept.
 */
const patient =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    const signal = init?.signal ?? null;
    if (!isOfRouter(url, signal)) return send(input, signed(url, init));
    const reads = (init?.method ?? "GET") === "GET";
    for (;;) {
      const answer = await send(input, signed(url, init))
        .then(whole)
        .catch(() => null);
      signal?.throwIfAborted();
      const trouble = troubleOf(answer);
      if (answer !== null && trouble === null) return answer;
      // Some browsers fail a request when the visitor leaves the page. Don't show a bar in that case.
      if (answer === null && navigator.onLine) await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
      signal?.throwIfAborted();
      await untilRetry({ trouble: trouble ?? "no-answer", reads }, signal);
    }
  };

/** Returns whether the store responds. A browser reports that it is online before all requests get through. */
const isReachable = async (): Promise<boolean> =>
  navigator.onLine &&
  fetch("/api/health", { cache: "no-store" }).then(
    () => true,
    () => false,
  );

/**
 * Delays the router's work while the browser is offline. If the router can't load a script, it reloads the page, which
 * would lose its state.
 */
const unlessOffline = (() => {
  const latest = new Map<string, AbortController>();
  return async (key: string, reads: boolean, call: () => Promise<unknown>): Promise<void> => {
    latest.get(key)?.abort();
    if (!navigator.onLine) {
      const controller = new AbortController();
      latest.set(key, controller);
      try {
        do await untilRetry({ trouble: "offline", reads }, controller.signal);
        while (!(await isReachable()));
        controller.signal.throwIfAborted();
      } catch {
        // A newer call replaces this one, which must never run.
        return new Promise<never>(() => undefined);
      }
      latest.delete(key);
    }
    await call();
  };
})();

/** Makes the router's navigations and fetcher requests wait while the browser is offline. */
export const waitingRouter: NonNullable<ComponentProps<typeof HydratedRouter>["instrumentations"]>[number] = {
  router: ({ instrument }) =>
    instrument({
      navigate: (call, { formMethod = "get" }) => unlessOffline("navigation", formMethod.toLowerCase() === "get", call),
      fetch: (call, { fetcherKey, formMethod = "get" }) =>
        unlessOffline(fetcherKey, formMethod.toLowerCase() === "get", call),
    }),
};

/** Lets the router's requests wait for a retry, and resends reads once the browser is online again. */
export const startWaiting = (): void => {
  window.fetch = patient(window.fetch.bind(window));
  const readAgain = (): void => sendAll(waiting.filter(({ reads }) => reads));
  window.addEventListener("online", () => {
    for (const delay of ONLINE_RETRY_MS) setTimeout(readAgain, delay);
  });
};
