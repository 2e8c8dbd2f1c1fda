import type { KeptContact } from "./contracts/newsletter.ts";

/** Solves the sandbox's captcha as a browser does; answers what it is given. */
export const solveCaptcha = async (sandboxUrl: string): Promise<string> => {
  const answer = await fetch(`${sandboxUrl}/recaptcha/token`, { method: "POST" });
  return ((await answer.json()) as { token: string }).token;
};

/** A contact as the sandbox's mailing list has it; null where it has none of that address. */
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
