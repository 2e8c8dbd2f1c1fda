import { AsyncLocalStorage } from "node:async_hooks";

const waiting = new AsyncLocalStorage<{ token: string | null }>();

/**
 * Captures the token of a password reset. better-auth expects this function to send an email, but ours go through the
 * outbox.
 */
export const handOutReset = async ({ token }: { readonly token: string }): Promise<void> => {
  const held = waiting.getStore();
  if (held !== undefined) held.token = token;
};

/** Runs `start`, and returns the token of the password reset that it created, or null if it created none. */
export const catchReset = async (start: () => Promise<unknown>): Promise<string | null> => {
  const held: { token: string | null } = { token: null };
  await waiting.run(held, start);
  return held.token;
};
