import type { KeptContact } from "./contracts/newsletter.ts";

/** Solves the sandbox's captcha as a browser does. Returns the token. */
export const solveCaptcha = async (sandboxUrl: string): Promise<string> => {
  const answer = await fetch(`${sandboxUrl}/recaptcha/token`, { method: "POST" });
  return ((await answer.json()) as { token: string }).token;
};

/** Returns a contact of the sandbox's mailing list, or null if there is none with this address. */
export const contactAt = async (sandboxUrl: string, email: string): Promise<KeptContact | null> => {
  const answer = await fetch(`${sandboxUrl}/api/3/contacts?email=${encodeURIComponent(email)}`, {
    headers: { "api-token": "token" },
  });
  const { contacts } = (await answer.json()) as {
    readonly contacts: readonly (Omit<KeptContact, "lists"> & { readonly contactLists: KeptContact["lists"] })[];
  };
  const [found] = contacts;
  if (found === undefined) return null;
  const { email: own, firstName, lastName, contactLists } = found;
  return { email: own, firstName, lastName, lists: contactLists.map(({ list, status }) => ({ list, status })) };
};
