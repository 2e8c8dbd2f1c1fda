import { expect } from "vitest";
import type { StorePlace } from "../started-store.ts";

/** An email in the sandbox's inbox. */
export interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
}

/** Returns the emails to an address, newest first. */
export const inboxOf = async (store: Pick<StorePlace, "sandboxUrl">, email: string): Promise<readonly ReceivedMail[]> =>
  (await fetch(`${store.sandboxUrl}/inbox?to=${encodeURIComponent(email)}`)).json() as never;

/** Waits for an email whose subject contains a text, and returns the first URL in it. */
export const linkOf = async (
  store: Pick<StorePlace, "sandboxUrl">,
  email: string,
  subject: string,
): Promise<string> => {
  const mails = async () => (await inboxOf(store, email)).filter((each) => each.subject.includes(subject));
  await expect.poll(mails, { interval: 500 }).not.toEqual([]);
  return /http\S+/.exec((await mails())[0]?.text ?? "")?.[0] ?? "";
};
