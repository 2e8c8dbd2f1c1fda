/** The copy of an error page, and where its link leads. */
export interface ErrorPage {
  readonly title: string;
  readonly text: string;
  readonly leadsTo: "home" | "sign-in";
}

/** Returns the copy of the error page for an HTTP status. `said` is the store's message, or empty. */
export const errorPage = (status: number, said: string): ErrorPage => {
  switch (status) {
    case 401:
      return {
        title: "Sign in to see this",
        text: said || "This page is an account's own. Sign in with it, then open the page again.",
        leadsTo: "sign-in",
      };
    case 404:
      return {
        title: "There is nothing at this address",
        text: "The page may have moved, or the address has a slip in it.",
        leadsTo: "home",
      };
    default:
      return {
        title: "Something went wrong",
        text: said || "It's our fault, not yours. Try again in a moment.",
        leadsTo: "home",
      };
  }
};
