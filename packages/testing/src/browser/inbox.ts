import { expect } from "vitest";
import type { StorePlace } from "../started-store.ts";

/** A mail as it came. */
export interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
}

/** The mails that came to an address, the newest first. */
export const inboxOf = async (store: StorePlace, email: string): Promise<readonly ReceivedMail[]> =>
  (await fetch(`${store.sandboxUrl}/inbox?to=${encodeURIComponent(email)}`)).json() as never;

/** The address in a mail whose subject says something, once it has come. */
export const linkOf = async (store: StorePlace, email: string, subject: string): Promise<string> => {
  const mails = async () => (await inboxOf(store, email)).filter((each) => each.subject.includes(subject));
  await expect.poll(mails, { timeout: 60_000, interval: 500 }).not.toEqual([]);
  return /http\S+/.exec((await mails())[0]?.text ?? "")?.[0] ?? "";
};
