import { message } from "@backlot/domain";
import type { Caller } from "@backlot/ports";
import { OTHER_ACCOUNT, PAGE_ACCOUNT } from "@backlot/ports/driving/page-account";
import type { Context, MiddlewareHandler } from "hono";

/**
 * Returns middleware that rejects a page's requests if another account is now signed in. Otherwise, a form opened in
 * one account and sent after a sign-in to another account in a different tab would change the wrong account.
 */
export const pageAccountOnly =
  (callerFor: (c: Context) => Caller | Promise<Caller>): MiddlewareHandler =>
  async (c, next) => {
    const accountId = c.req.header(PAGE_ACCOUNT);
    if (accountId === undefined) return next();
    const caller = await callerFor(c);
    if (caller._tag !== "SignedIn" || caller.person.id === accountId) return next();
    return c.json({ error: { code: "conflict", message: message("other_account") } }, 409, { [OTHER_ACCOUNT]: "1" });
  };
