import { ENTER_EMAIL_TEXT } from "./signup-messages.ts";
import { NO_TEAM_CREDITS_TEXT } from "./team-messages.ts";
import type { TeamRefusal } from "./team.ts";

/** Account, sign-up, and team messages by name. Text from the specification is verbatim, misspellings included. */
export const ACCOUNT_MESSAGES = {
  disposable_email: "Temporary email accounts are not allowed, please register using an appropriate email address.",
  password_too_short: "Passwords are not long enough",
  password_refused: "Choose a password of 6 to 128 characters.",
  password_common: "That password is too easy to guess. Choose a different one.",
  password_is_email: "Your password can't be your email address. Choose a different one.",
  first_name_hidden:
    "First name contains hidden characters. Type it again using only letters, spaces, and " + "punctuation.",
  last_name_hidden: "Last name contains hidden characters. Type it again using only letters, spaces, and punctuation.",
  company_name_hidden:
    "Company name contains hidden characters. Type it again using only letters, spaces, and " + "punctuation.",
  address_hidden: "Address contains hidden characters. Type it again using only letters, spaces, and punctuation.",
  field_hidden: "This field contains hidden characters. Type it again using only letters, spaces, and punctuation.",
  first_name_required: "First name is required",
  last_name_required: "Last name is required",
  email_required: "Email is required",
  password_required: "Password is required",
  invalid_email: "Enter an email address such as name@example.com",
  email_taken: "There's already an account with this email. Sign in instead, or use another email.",
  field_required: "This field is required",
  invalid_email_address: "Invalid email address",
  must_agree: "You must agree to the terms",
  submission_failed: "An error occurred during submission. Please try again later.",
  invalid_credentials: "Invalid credentials",
  wrong_password: "Incorrect email and password combination.",
  enter_email_to_continue: ENTER_EMAIL_TEXT,
  signup_title: "Create Your Free Account",
  have_account: "Already have an account? Please Sign In",
  unconfirmed: "Confirm your email so receipts and download links reach you.",
  reset_over: "This link has expired. Request a new one.",
  current_password_wrong: "That's not your current password.",
  deletion_password: "That's not your password. You can reset it by email.",
  sign_in_to_confirm:
    "Sign in to this account to confirm your email. Don't know the password? Choose a new one. That signs out " +
    "everyone else.",
  confirmation_over: "This link has expired. Sign in, then request a new one.",
  only_admins: "Only a team administrator can do that.",
  plan_has_no_team:
    "Your plan doesn't include a team. Choose a plan with a Startup or Enterprise license to invite " + "others.",
  already_in_team: "You're already on a team. Leave it first.",
  has_own_plan: "Team members use their team's plan. End your own plan or team first.",
  invitation_over: "This invitation was revoked or already used. Ask for a new one.",
  team_may_not_spend:
    "Your account is not authorized to spend this team's credits. Please reach out to your account administrator.",
  not_a_member: "That person isn't on your team.",
  team_may_not_change_plan:
    "Your account is not authorized to buy make subscription changes for this team. To upgrade your " +
    "plan, please reach out to your account administrator.",
  team_may_not_buy_credits: NO_TEAM_CREDITS_TEXT,
} as const;

/** A key of `ACCOUNT_MESSAGES`. Domain functions return keys, and callers look up the text. */
export type AccountMessage = keyof typeof ACCOUNT_MESSAGES;

/** Returns the message that a locked-out customer sees, with the support address to contact. */
export const lockedMessage = (supportEmail: string): string =>
  `Your account is currently locked. To regain access, please contact our team at ${supportEmail}.`;

/** Returns the message for a rejected team change, such as an invitation without a free seat. */
export const teamRefusalMessage = (refusal: TeamRefusal): string => {
  switch (refusal._tag) {
    case "OnlyAdmins":
      return ACCOUNT_MESSAGES.only_admins;
    case "PlanHasNoTeam":
      return ACCOUNT_MESSAGES.plan_has_no_team;
    case "TeamFull":
      return `All ${refusal.seats} seats on your team are taken. Remove a member or revoke an invitation.`;
    case "NotAMember":
      return ACCOUNT_MESSAGES.not_a_member;
    case "AlreadyInTeam":
      return ACCOUNT_MESSAGES.already_in_team;
    case "HasOwnPlan":
      return ACCOUNT_MESSAGES.has_own_plan;
    case "InvitedAnother":
      return `This invitation is for ${refusal.email}. Sign in with that email to accept it.`;
  }
};

/** Returns the named messages on one line, separated by "/ " as the specification requires. (ACC-02) */
export const joinMessages = (names: readonly AccountMessage[]): string =>
  names.map((name) => ACCOUNT_MESSAGES[name]).join("/ ");

/**
 * Returns the error to show for a failed login. Wrong credentials always get the same message, so that it doesn't
 * reveal whether the account exists. Other failures show the server's message. (ACC-03)
 */
export const loginFailureText = (failure: { readonly _tag: string; readonly message: string }): string =>
  failure._tag === "unauthorized" ? ACCOUNT_MESSAGES.invalid_credentials : failure.message;
