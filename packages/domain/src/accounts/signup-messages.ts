/** What stands on the button of a sign-up, apart from the others: a page that signs up needs no more of them. (ACC-01) */
export const SIGNUP_TEXTS = {
  get_started: "Get Started",
  signing_up: "signing you up...",
  logging_in: "logging you in...",
} as const;
