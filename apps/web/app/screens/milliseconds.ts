/** How long after a change of subscription the download-limit dialog may open, in milliseconds. (DWN-02) */
export const LIMIT_DIALOG_DELAY_MS = 500;

/** After how long the address that opened the dialog is cleaned, in milliseconds. (PLN-07) */
export const ADDRESS_CLEANUP_MS = 1_000;

/** For how long a notice stands, in milliseconds, where its page stays. (SHL-04) */
export const NOTICE_MS = 12_000;
