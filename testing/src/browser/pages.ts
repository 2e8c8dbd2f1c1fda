/** The addresses of all kinds of pages that a visitor can open. */
export const PAGES = [
  "/products",
  "/practice-footage",
  "/3d",
  "/collections",
  "/collections/free-for-subscribers",
  "/collections/fire/category",
  "/pricing/studio",
  "/pricing/enterprise?license_id=4",
  "/sign-up",
  "/sign-in",
  "/terms-of-service",
  "/privacy-policy",
  "/license",
  "/licenses",
  "/faq",
  "/release-schedule",
  "/blog",
  "/blog/fire-over-a-plate",
  "/practice-footage/green-screen-turntable",
  "/3d/weathered-boulder",
  "/collections/rising-smoke",
] as const;

/** Addresses at which there is nothing. */
export const NO_PAGES = ["/nothing-here", "/collections/nothing", "/api/nothing"] as const;
