/** The error for a file that could not be rendered on demand. */
export const FILE_NOT_MADE_TEXT = "We couldn't render this file. Try again in a few minutes, or contact support.";

/** Formats a waiting time: in seconds up to 90, in minutes above. */
export const waitText = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} ${seconds === 1 ? "second" : "seconds"}`;

/**
 * The expected waiting time from which we email the customer when the file is ready, in seconds. Most customers leave
 * the page sooner.
 */
const TOLD_BY_MAIL_SECONDS = 45;

/** Returns whether to email a customer when their file is ready, given the expected waiting time in seconds. */
export const isToldByMail = (seconds: number): boolean => seconds >= TOLD_BY_MAIL_SECONDS;
