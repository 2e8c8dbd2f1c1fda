/** Why a member of a team buys no credits: apart from the others, since a product's page says no more. (CRD-07) */
export const NO_TEAM_CREDITS_TEXT =
  "Your account is not authorized to buy credits on this team. For more credits, please reach out to " +
  "your account administrator.";
