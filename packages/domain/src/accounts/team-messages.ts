/**
 * The message for a team member who can't buy credits. This module is separate so that a product page doesn't bundle
 * all messages.
 */
export const NO_TEAM_CREDITS_TEXT =
  "Your account is not authorized to buy credits on this team. For more credits, please reach out to " +
  "your account administrator.";
