/**
 * The request header with the id of the account that a page was made for. The store refuses what such a page sends once
 * another account is signed in.
 */
export const PAGE_ACCOUNT = "x-page-account";

/** The header of that refusal. */
export const OTHER_ACCOUNT = "x-other-account";
