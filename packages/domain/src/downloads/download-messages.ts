import { creditsText } from "../credits/credits.ts";
import { DISPUTE_MESSAGES } from "../disputes/dispute-messages.ts";
import { GENERAL_MESSAGES } from "../kernel/general-messages.ts";
import type { DownloadRefusal } from "./download.ts";

/** Sentences about downloads, by name. The owner's wording is kept to the letter, misspellings included. */
export const DOWNLOAD_MESSAGES = {
  no_4k_on_free: "You can't access 4K content on your free plan",
  daily_limit: "You've reached your daily download limit",
  come_back_tomorrow: "Come back tomorrow for more free downloads.",
} as const;

/** Why a file that is made when it is wanted is not there. (DWN-01) */
export const FILE_NOT_MADE_TEXT = "This file could not be made. Try again in a few minutes, or write to our support.";

/** How long a wait is, in words: in seconds, or in minutes where it is longer than one and a half. (DWN-01) */
export const waitText = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} ${seconds === 1 ? "second" : "seconds"}`;

/** From how long a wait on somebody is told by mail, in seconds: most leave the page before. */
const TOLD_BY_MAIL_SECONDS = 45;

/** Whether somebody who waits so many seconds for a file gets a mail once it is made. (DWN-01) */
export const isToldByMail = (seconds: number): boolean => seconds >= TOLD_BY_MAIL_SECONDS;

/** Why a download was refused, and what would work. (DWN-02, DWN-03, DWN-04) */
export const downloadRefusalMessage = (refusal: DownloadRefusal): string => {
  switch (refusal._tag) {
    case "SignInToDownload":
      return GENERAL_MESSAGES.requires_login;
    case "NeedsPaidPlan":
      return "This item comes with every paid plan. Choose a plan to download it.";
    case "NeedsPurchase":
      return refusal.credits === null
        ? "Buy this item to download it."
        : `Get this item for ${creditsText(refusal.credits)} to download it.`;
    case "NeedsPlanFor4K":
      return DOWNLOAD_MESSAGES.no_4k_on_free;
    case "PaymentDisputed":
      return DISPUTE_MESSAGES.download_disputed;
    case "DailyLimitReached":
      return DOWNLOAD_MESSAGES.daily_limit;
  }
};
