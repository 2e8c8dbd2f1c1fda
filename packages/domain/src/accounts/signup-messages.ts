/**
 * What stands on the buttons of a sign-up, apart from the others: a page that signs up needs no more. (ACC-01, CHK-02)
 */
export const SIGNUP_TEXTS = {
  get_started: "Get Started",
  signing_up: "signing you up...",
  logging_in: "logging you in...",
} as const;

/** What a visitor sees in place of the button that pays. (CHK-02) */
export const ENTER_EMAIL_TEXT = "Enter your email to continue";
