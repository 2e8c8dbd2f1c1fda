export const SITE_NAME = "Backlot";

/** Returns a page title with the store's name appended. */
export const pageTitle = (title: string): string => `${title} | ${SITE_NAME}`;

/** The default title, also used on the home page. */
export const SITE_TITLE = "Backlot: visual-effects elements, practice footage, and 3D assets";

/** The default meta description. */
export const SITE_DESCRIPTION = "Fire, smoke, sparks, practice plates, and 3D assets for people who finish shots.";
