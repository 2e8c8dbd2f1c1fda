import { SHARED_PAGE } from "@backlot/ports";

/**
 * Returns the headers of a page that is the same for all visitors, because it depends only on public data and its URL.
 */
export const sharedPageHeaders = () => ({ "cache-control": SHARED_PAGE });
