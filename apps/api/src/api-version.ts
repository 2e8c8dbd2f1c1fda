/** The version of the API: that of the store. Responses of the API have it in the header `api-version`. */
export const API_VERSION = "1.0.0";
