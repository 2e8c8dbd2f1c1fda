/** Closes all open dialogs except those that contain an element, so that nothing covers the bank's window. */
export const closeOtherDialogs = (part: Element | null): void => {
  for (const other of document.querySelectorAll<HTMLDialogElement>("dialog[open]"))
    if (!other.contains(part)) other.close();
};
