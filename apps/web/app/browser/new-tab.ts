import type { MouseEvent } from "react";

/** Returns whether a click opens a new tab or window, which the browser should handle. */
export const asksForNewTab = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
