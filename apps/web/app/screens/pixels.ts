/** The height of the list of saved cards at which it scrolls, in pixels. (CHK-05) */
export const SAVED_CARDS_MAX_HEIGHT_PX = 200;
