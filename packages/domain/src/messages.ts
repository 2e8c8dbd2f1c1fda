import { longDate } from "./calendar.ts";
import type { DownloadRefusal } from "./download.ts";
import { bandText, type LicenceId, licenceLabel, typeOfLicence } from "./licence.ts";
import { creditsText } from "./credits.ts";
import type { NewsletterFailure } from "./newsletter.ts";
import { formatUsd } from "./money.ts";
import type { ChangeKind, ChangePreview, ChangeRefusal } from "./plan-change.ts";
import type { TeamRefusal } from "./team.ts";

/** Sentences that need no facts, by name. The owner's wording is kept to the letter, misspellings included. */
export const MESSAGES = {
  requires_login: "You must be logged in to access this feature.",
  generic_error: "Something went wrong.",
  generic_success: "Action completed successfully.",
  error_occurred: "An error has occurred",
  error_occured: "An error has occured",
  disposable_email: "Temporary email accounts are not allowed, please register using an appropriate email address.",
  password_too_short: "Passwords are not long enough",
  password_refused: "Choose a password of 6 to 128 characters.",
  first_name_required: "First name is required",
  last_name_required: "Last name is required",
  email_required: "Email is required",
  password_required: "Password is required",
  invalid_email: "Enter an email address such as name@example.com",
  email_taken: "This email already has an account. Sign in instead, or use another email.",
  field_required: "This field is required",
  invalid_email_address: "Invalid email address",
  must_agree: "You must agree to the terms",
  submission_failed: "An error occurred during submission. Please try again later.",
  invalid_credentials: "Invalid credentials",
  wrong_password: "Incorrect email and password combination.",
  too_many_attempts: "Too many attempts.",
  enter_email_to_continue: "Enter your email to continue",
  upgrade_done: "Upgrade successful! Enjoy the benefits of your new plan instantly.",
  downgrade_done: "Downgrade successful. Your plan will downgrade at the end of your billing cycle.",
  wallet_declined: "PayPal could not take the payment. Try again, and choose another way to pay there.",
  wallet_unavailable: "PayPal can't be used for this purchase. Pay by card.",
  wallet_given_up: "You came back from PayPal without paying.",
  wallet_bills_this_plan: "This plan is paid through PayPal: choose PayPal to change it.",
  wallet_no_downgrade: "PayPal can't move this plan to that one while it runs. Cancel it, and choose the other plan when it ends.",
  wallet_no_enterprise: "A plan that is paid through PayPal can't become an Enterprise one. Cancel it, and choose the new plan by card when it ends.",
  wallet_overdue: "PayPal tries this payment again by itself. Make sure that your PayPal account can pay it.",
  plan_over: "This plan can't be kept any more. Choose a plan again when it has ended.",
  card_pays_plan: "This card pays your plan. Save another one first, and the plan moves to it.",
  paid_in_vain: "This payment came too late for your plan. Support gives it back: write to us if it does not arrive.",
  wallet_promo: "Unfortunately, we do not support promo codes with PayPal checkout. Please remove the promo code or use normal checkout to continue",
  team_may_not_change_plan:
    "Your account is not authorized to buy make subscription changes for this team. To upgrade your plan, please reach out to your account administrator.",
  team_may_not_buy_credits: "Your account is not authorized to buy credits on this team. For more credits, please reach out to your account administrator.",
  legacy_may_not_buy_credits: "Your legacy plan can't buy credits. Choose a current plan to buy more.",
  certificate_failed: "Something went wrong downloading your License Certificate. Please try again later or contact support.",
  no_4k_on_free: "You can't access 4K content on your free plan",
  daily_limit: "You've reached your daily download limit",
  come_back_tomorrow: "Come back tomorrow for more free downloads.",
  legacy_loss_title: "Warning: Legacy Credit Loss Upon Upgrade",
  legacy_loss: "All unused legacy credits are permanently lost on upgrade. This cannot be reversed.",
  unconfirmed: "Your email address is not confirmed yet. Check that it is right: it is where we write to you.",
  setup_incomplete: "Your card is not set up yet. Enter it again, then place the order.",
  card_unusable: "This card can't be used for the order. Enter it again, or use another card.",
  setup_used: "This card set-up belongs to another order. Start the payment again.",
  plan_changed: "Your plan has changed meanwhile. Load the page again, then choose.",
  payment_overdue: "Your last payment did not go through. Pay it first, then change your plan.",
  no_subscription: "You have no running plan.",
  promo_unknown: "This promo code is not valid.",
  promo_for_new_plans: "Promo codes are for new plans: remove the code to change your plan.",
  promo_too_long: "This promo code does not apply to yearly plans: it lasts longer than twelve months.",
  add_on_beside_credit: "Your account credit pays for this whole plan: buy the credits by themselves.",
  price_changed: "The price is another by now. Load the page again, then pay.",
  pack_unavailable: "That number of credits is not for sale. Choose another.",
  order_closed: "This order has ended without a payment. Place it again.",
  order_in_progress: "Another order of yours is being placed. Wait a moment, then look at your orders.",
  payment_unreachable: "The payment provider can't be reached right now. Nothing was charged; try again in a moment.",
  payment_needs_confirmation: "Your bank asks you to confirm this payment.",
  loading: "Loading...",
  confirm_licence_first: "Confirm your licence to place the order.",
  signup_title: "Create Your Free Account",
  get_started: "Get Started",
  have_account: "Already have an account? Please Sign In",
  signing_up: "signing you up...",
  logging_in: "logging you in...",
  cart_empty: "Cart is Empty",
  confirm_title: "Confirm",
  are_you_sure: "Are you sure?",
  all_credits_upfront: "Get all credits upfront",
  highest_plan: "You already have the highest available plan variant.",
  wrong_licence: "Have the wrong license?",
  update_licence: "Update License",
  not_authorized: "Not authorized",
  buy_credit_pack: "Buy Credit Pack",
  remove_add_on: "Remove add-on",
  wallet_continue: "Click the continue button to go on to PayPal.",
  subscription_purchase: "Subscription purchase",
  addon_purchase: "Add-on purchase",
  newsletter_done: "Thanks for signing up!",
  newsletter_failed: "Something went wrong! Please try again",
  only_admins: "Only an administrator of the team can do that.",
  plan_has_no_team: "Your plan has no team. Choose a plan of a Startup or Enterprise licence to invite others.",
  last_admin: "A team keeps at least one administrator. Make somebody else one first.",
  not_a_member: "That person is not in your team.",
  not_enough_credits: "You don't have enough credits for this item.",
  already_owned: "You already own this item.",
  not_for_credits: "This item can't be bought with credits.",
  not_found: "We couldn't find that.",
  forbidden: "That belongs to somebody else.",
  unauthorized: "Sign in to continue.",
} as const;

/** For how long a notice stands, in milliseconds, where its page stays. (SHL-04) */
export const NOTICE_MS = 12_000;

/** The name of a sentence. Errors carry names and facts; only screens and answers carry sentences. */
export type MessageName = keyof typeof MESSAGES;

/** A sentence by its name. */
export const message = (name: MessageName): string => MESSAGES[name];

/** All problems of a signup as one line. (ACC-02) */
export const joinMessages = (names: readonly MessageName[]): string => names.map(message).join("/ ");

/** A locked account is told whom to ask. (ACC-03, ACC-04) */
export const lockedMessage = (supportEmail: string): string =>
  `Your account is currently locked. To regain access, please contact our team at ${supportEmail}.`;

/** What the licence checkbox of an order says. (LIC-12) */
export const licenceConfirmationText = (id: LicenceId): string => {
  switch (typeOfLicence(id)) {
    case 1:
      return "I confirm that I am the sole user of these assets and earn under $200K per year.";
    case 2:
      return "I confirm that our yearly revenue is under $3M.";
    default:
      return `I confirm that our yearly revenue is within the chosen range: ${bandText(id)}.`;
  }
};

/** What follows a plan change; nothing after no change. (CHG-02) */
export const changeDoneMessage = (kind: ChangeKind): string | null => {
  switch (kind) {
    case "no-change":
      return null;
    case "upgrade":
      return message("upgrade_done");
    case "downgrade":
      return message("downgrade_done");
  }
};

/** Why a download was refused, and what would work. (DWN-02, DWN-03, DWN-04) */
export const downloadRefusalMessage = (refusal: DownloadRefusal): string => {
  switch (refusal._tag) {
    case "SignInToDownload":
      return message("requires_login");
    case "NeedsPaidPlan":
      return "This item comes with every paid plan. Choose a plan to download it.";
    case "NeedsPurchase":
      return refusal.credits === null ? "Buy this item to download it." : `Get this item for ${creditsText(refusal.credits)} to download it.`;
    case "NeedsPlanFor4K":
      return message("no_4k_on_free");
    case "DailyLimitReached":
      return message("daily_limit");
  }
};

/** A licence below the least that the customer may choose. (LIC-03) */
export const belowMinimumMessage = (minimum: LicenceId): string => `Your licence is ${licenceLabel(minimum)}; choose that one or a higher one.`;

/** A plan that a licence can't buy. (PLN-06) */
export const planUnavailableMessage = (id: LicenceId): string => `This plan is not sold under the ${licenceLabel(id)} licence.`;

/** Why a change of plan was refused, and what would work. (CHG-03, CHG-05, CHG-06, PLN-06) */
export const changeRefusalMessage = (refusal: ChangeRefusal): string => {
  switch (refusal._tag) {
    case "RoleMayNotChange":
      return message("team_may_not_change_plan");
    case "BelowMinimumLicence":
      return belowMinimumMessage(refusal.minimum);
    case "PlanNotSold":
      return planUnavailableMessage(refusal.license_id);
    case "LegacyLossNotAcknowledged":
      return `${message("legacy_loss")} You would lose ${creditsText(refusal.credits)}: confirm that to go on.`;
  }
};

/** Why the members of a team can't be changed so. (ACC-08) */
export const teamRefusalMessage = (refusal: TeamRefusal): string => {
  switch (refusal._tag) {
    case "OnlyAdmins":
      return message("only_admins");
    case "PlanHasNoTeam":
      return message("plan_has_no_team");
    case "LastAdmin":
      return message("last_admin");
    case "NotAMember":
      return message("not_a_member");
  }
};

/** Why a newsletter sign-up failed, with the shop's name where the sentence has one. (NWS-01) */
export const newsletterFailureMessage = (failure: NewsletterFailure, shop: string): string => {
  switch (failure._tag) {
    case "CaptchaRefused":
      return `reCAPTCHA verification failed: ${failure.message}`;
    case "CaptchaUnreachable":
      return `Error during reCAPTCHA verification: ${failure.message}`;
    case "AlreadySubscribed":
      return `Congratulations, you already are an ${shop} Subscriber! This email address exists in our Subscribers list.`;
    case "ContactFailed":
      return message("newsletter_failed");
    case "ListFailed":
      return `You were successfully onboarded, but something went wrong while adding you to the ${shop} Subscribers.`;
  }
};

/** What follows a purchase of credits. (CRD-05, CRD-11) */
export const creditsPurchasedMessage = (amount: number): string => `You now have ${creditsText(amount)} more to spend.`;

/** The warning before an upgrade or a cancellation of a legacy plan, with the credits that would be lost. (CHG-05) */
export const legacyLossMessage = (amount: number): { readonly title: string; readonly text: string } => ({
  title: message("legacy_loss_title"),
  text: `${message("legacy_loss")} You have ${creditsText(amount)} left.`,
});

/** What a change of plan does, in the order in which somebody wants to know it. (CHG-02, CHG-07) */
export const changePreviewLines = (
  preview: Pick<ChangePreview, "kind" | "effective_at" | "next_renewal" | "credits_gained" | "credits_handed_back" | "credit_for_unused">,
): readonly string[] => {
  switch (preview.kind) {
    case "no-change":
      return ["This is the plan that you have: nothing changes and nothing is charged."];
    case "downgrade":
      return [
        "Nothing is charged today.",
        ...(preview.effective_at === null ? [] : [`Your plan stays as it is until ${longDate(preview.effective_at)}.`]),
        ...(preview.next_renewal === null ? [] : [`From then on it renews at ${formatUsd(preview.next_renewal.price)}.`]),
      ];
    case "upgrade":
      return [
        "Counts at once; a new period begins today.",
        ...(preview.credits_gained > 0 ? [`You get ${creditsText(preview.credits_gained)}.`] : []),
        ...(preview.credits_handed_back > 0
          ? [`${creditsText(preview.credits_handed_back)} of your running period go back, for ${formatUsd(preview.credit_for_unused)}.`]
          : []),
      ];
  }
};
