/**
 * The request header with the id of the account that a page was rendered for. The store rejects the page's requests
 * once another account is signed in.
 */
export const PAGE_ACCOUNT = "x-page-account";

export const OTHER_ACCOUNT = "x-other-account";
