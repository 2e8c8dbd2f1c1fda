/** The notice on every page, email, and receipt of a store with test keys. */
export const TEST_STORE_TEXT = "Test store: no real payments.";
