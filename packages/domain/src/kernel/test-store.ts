/** What a store with test keys says on every page, email, and receipt. */
export const TEST_STORE_TEXT = "Test store: no real payments.";
