/** The API version, which is the store's version. API responses have it in the `api-version` header. */
export const API_VERSION = "1.0.0";
