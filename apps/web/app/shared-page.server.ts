import { SHARED_PAGE } from "@backlot/ports";

/** Headers of a page that is made of the shop's public data and its address alone, for whoever is not signed in. */
export const sharedPageHeaders = () => ({ "cache-control": SHARED_PAGE });
