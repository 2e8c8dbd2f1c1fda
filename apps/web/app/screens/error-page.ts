/** What a page says that could not be shown. */
export interface ErrorPage {
  readonly title: string;
  readonly text: string;
  readonly leadsTo: "home" | "sign-in";
}

/** What the page of an error says, by its status; `said` is what the store says of it, if anything. (SHL-07) */
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
        text: said || "It is on us, and it is in our log. Try again in a moment.",
        leadsTo: "home",
      };
  }
};
