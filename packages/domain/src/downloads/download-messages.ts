import { creditsText } from "../credits/credits.ts";
import { GENERAL_MESSAGES } from "../kernel/general-messages.ts";
import type { DownloadRefusal } from "./download.ts";

/** Download messages by name. Text from the specification is verbatim, misspellings included. */
export const DOWNLOAD_MESSAGES = {
  no_4k_on_free: "You can't access 4K content on your free plan",
  daily_limit: "You've reached your daily download limit",
  come_back_tomorrow: "Come back tomorrow for more free downloads.",
  download_disputed:
    "The payment for this download is disputed. Downloads covered by that payment are paused until the dispute is " +
    "settled. Our support team can help.",
} as const;

/** Returns the message for a rejected download, including what to do instead. */
export const downloadRefusalMessage = (refusal: DownloadRefusal): string => {
  switch (refusal._tag) {
    case "SignInToDownload":
      return GENERAL_MESSAGES.requires_login;
    case "NeedsPaidPlan":
      return "This item is included with every paid plan. Choose a plan to download it.";
    case "NeedsPurchase":
      return refusal.credits === null
        ? "Buy this item to download it."
        : `Get this item for ${creditsText(refusal.credits)} to download it.`;
    case "NeedsPlanFor4K":
      return DOWNLOAD_MESSAGES.no_4k_on_free;
    case "PaymentDisputed":
      return DOWNLOAD_MESSAGES.download_disputed;
    case "DailyLimitReached":
      return DOWNLOAD_MESSAGES.daily_limit;
  }
};
