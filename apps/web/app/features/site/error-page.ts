/** An error page's text, and the target of its link. */
interface ErrorPage {
  readonly title: string;
  readonly text: string;
  readonly leadsTo: "home" | "sign-in";
}

/** Returns the text of the error page for an HTTP status. `message` is the store's message, or empty. */
export const errorPage = (status: number, message: string): ErrorPage => {
  switch (status) {
    case 401:
      return {
        title: "Sign-in required",
        text: message || "Sign in to view this page.",
        leadsTo: "sign-in",
      };
    case 404:
      return {
        title: "Page not found",
        text: "It may have moved, or there's a typo in the URL.",
        leadsTo: "home",
      };
    default:
      return {
        title: "Something went wrong",
        text: message || "The problem is on our end. Try again in a moment.",
        leadsTo: "home",
      };
  }
};
