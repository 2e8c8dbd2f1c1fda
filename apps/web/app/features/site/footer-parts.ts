/** Paths of pages for paying or signing in. Their footer has no menus that lead away. */
const CHECKOUTS = ["/checkout", "/instant-purchase", "/sign-in", "/sign-up", "/users"];

/** Paths of pages with forms about the account. Their footer has no second form. */
const ACCOUNT = ["/accounts", "/orders"];

const isUnder = (pathname: string, roots: readonly string[]): boolean =>
  roots.some((root) => pathname === root || pathname.startsWith(`${root}/`));

/** Returns which parts of the footer a page shows, besides its last line. */
export const footerParts = (pathname: string): { readonly menus: boolean; readonly newsletter: boolean } => {
  const menus = !isUnder(pathname, CHECKOUTS);
  return { menus, newsletter: menus && !isUnder(pathname, ACCOUNT) };
};
