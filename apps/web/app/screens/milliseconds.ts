/** How long after a subscription change the download limit dialog may open, in milliseconds. (DWN-02) */
export const LIMIT_DIALOG_DELAY_MS = 500;

/** How long until the parameter that opened the dialog is removed from the URL, in milliseconds. (PLN-07) */
export const ADDRESS_CLEANUP_MS = 1_000;

/** How long a toast is shown while its page is open, in milliseconds. */
export const NOTICE_MS = 12_000;
