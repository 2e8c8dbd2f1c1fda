import type { NewsletterFailure } from "./newsletter.ts";

/** Sentences of the newsletter form, by name. The owner's wording is kept to the letter, misspellings included. */
export const NEWSLETTER_MESSAGES = {
  newsletter_done: "Thanks for signing up!",
  newsletter_failed: "Something went wrong! Please try again",
} as const;

/** Why a newsletter sign-up failed, with the shop's name where the sentence has one. (NWS-01) */
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
    case "ContactFailed":
      return NEWSLETTER_MESSAGES.newsletter_failed;
    case "ListFailed":
      return `You were successfully onboarded, but something went wrong while adding you to the ${shop} Subscribers.`;
  }
};
