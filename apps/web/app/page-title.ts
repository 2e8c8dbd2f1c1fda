/** The shop's name. */
export const SITE_NAME = "Backlot";

/** The title of a page: its own words, then the shop's name. (SHL-06) */
export const pageTitle = (title: string): string => `${title} | ${SITE_NAME}`;

/** The shop's name and what it sells: the title of the first page, and of a page that names none. (SHL-06) */
export const SITE_TITLE = "Backlot: visual-effects elements, practice footage and 3D assets";

/** What the shop says of itself in a sentence. (SHL-06) */
export const SITE_DESCRIPTION = "Fire, smoke, sparks, practice plates and 3D assets for people who finish shots.";
