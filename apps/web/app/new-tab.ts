import type { MouseEvent } from "react";

/** Whether a click on a link asks for a tab or a window of its own, which then stays the browser's business. */
export const asksForNewTab = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
