/** The error for a file that could not be rendered on demand. */
export const FILE_NOT_MADE_TEXT = "This file could not be made. Try again in a few minutes, or write to our support.";

/** Formats a waiting time: in seconds up to 90, in minutes above. */
export const waitText = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} ${seconds === 1 ? "second" : "seconds"}`;

/** The waiting time from which we email the customer, in seconds. Most leave the page before that. */
const TOLD_BY_MAIL_SECONDS = 45;

/** Returns whether to email a customer who waits this many seconds for a file. */
export const isToldByMail = (seconds: number): boolean => seconds >= TOLD_BY_MAIL_SECONDS;
