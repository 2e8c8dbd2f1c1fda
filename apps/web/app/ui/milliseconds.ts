/** The delay after a subscription change before the download limit dialog may open, in milliseconds. (DWN-02) */
export const LIMIT_DIALOG_DELAY_MS = 500;

/** The delay before the URL loses the parameter that opened the "buy more credits" dialog, in milliseconds. (PLN-07) */
export const ADDRESS_CLEANUP_MS = 1_000;

/** How long a toast is shown while its page is open, in milliseconds. */
export const NOTICE_MS = 12_000;

/**
 * How long a message waits before screen readers speak it, in milliseconds, so that a page or dialog can open first.
 */
export const ANNOUNCEMENT_MS = 150;
