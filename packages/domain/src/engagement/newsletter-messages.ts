import type { NewsletterFailure } from "./newsletter.ts";

/** Newsletter form messages by name. Wording from the store's owner is verbatim, misspellings included. */
export const NEWSLETTER_MESSAGES = {
  newsletter_done: "Thanks for signing up!",
  newsletter_failed: "Something went wrong! Please try again",
  captcha_first: "Your captcha check expired. Check the box again, then sign up.",
  captcha_unreachable: "the service didn't respond. Try again in a moment",
  contact_taken: "This email is already subscribed.",
} as const;

/** Returns the message for a failed sign-up. `shop` is the store's name. */
export const newsletterFailureMessage = (failure: NewsletterFailure, shop: string): string => {
  switch (failure._tag) {
    case "CaptchaRefused":
      return `reCAPTCHA verification failed: ${failure.message}`;
    case "CaptchaUnreachable":
      return `Error during reCAPTCHA verification: ${failure.message}`;
    case "AlreadySubscribed":
      return (
        `Congratulations, you already are an ${shop} Subscriber! This email address exists in our ` +
        "Subscribers list."
      );
    case "ContactRefused":
      return failure.message;
    case "ContactFailed":
      return NEWSLETTER_MESSAGES.newsletter_failed;
    case "ListFailed":
      return `You were successfully onboarded, but something went wrong while adding you to the ${shop} Subscribers.`;
  }
};

/** Returns why the captcha was rejected, from the service's error codes. */
export const captchaRefusalText = (codes: readonly string[]): string =>
  codes.includes("timeout-or-duplicate")
    ? "the check expired or was already used. Check the box again"
    : ["check the box again", ...(codes.length === 0 ? [] : [`(${codes.join(", ")})`])].join(" ");
