/** The title of a page: its own words, then the shop's name. */
export const pageTitle = (title: string): string => `${title} | Backlot`;
