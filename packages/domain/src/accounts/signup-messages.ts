/** The labels of the sign-up button. This module is separate so that a sign-up page doesn't bundle all messages. */
export const SIGNUP_TEXTS = {
  get_started: "Get Started",
  signing_up: "signing you up...",
  logging_in: "logging you in...",
} as const;

/** The text shown instead of the pay button until the visitor enters an email address. */
export const ENTER_EMAIL_TEXT = "Enter your email to continue";
