/** The API version that the sandbox answers in. */
export const API_VERSION = "2026-10-28.endive";
