/** The height at which the list of saved cards scrolls, in pixels. (CHK-05) */
export const SAVED_CARDS_MAX_HEIGHT_PX = 200;
