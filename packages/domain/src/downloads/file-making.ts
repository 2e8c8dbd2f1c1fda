/** Why a file that is made when it is wanted is not there. (DWN-01) */
export const FILE_NOT_MADE_TEXT = "This file could not be made. Try again in a few minutes, or write to our support.";

/** How long a wait is, in words: in seconds, or in minutes where it is longer than one and a half. (DWN-01) */
export const waitText = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} ${seconds === 1 ? "second" : "seconds"}`;

/** From how long a wait on somebody is told by mail, in seconds: most leave the page before. */
const TOLD_BY_MAIL_SECONDS = 45;

/** Whether somebody who waits so many seconds for a file gets a mail once it is made. (DWN-01) */
export const isToldByMail = (seconds: number): boolean => seconds >= TOLD_BY_MAIL_SECONDS;
