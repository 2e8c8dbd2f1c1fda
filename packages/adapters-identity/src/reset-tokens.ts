import { AsyncLocalStorage } from "node:async_hooks";

const waiting = new AsyncLocalStorage<{ token: string | null }>();

/** better-auth hands a reset's token to a function that sends mail. Mails of ours wait in a queue: it is kept here. */
export const handOutReset = async ({ token }: { readonly token: string }): Promise<void> => {
  const held = waiting.getStore();
  if (held !== undefined) held.token = token;
};

/** Runs what starts a reset. Answers the token that it handed out; null where it handed out none. */
export const catchReset = async (start: () => Promise<unknown>): Promise<string | null> => {
  const held: { token: string | null } = { token: null };
  await waiting.run(held, start);
  return held.token;
};
