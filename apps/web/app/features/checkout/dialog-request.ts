import { type MouseEvent, type MouseEventHandler, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { asksForNewTab } from "#app/browser/new-tab.ts";
import { type ChosenPlan, paths } from "#app/paths.ts";

/**
 * A request to open a dialog over the page: its subject (null for the dialog's default), the path of the page, and the
 * time, as an event timestamp in milliseconds.
 */
export interface DialogRequest {
  readonly subject: string | null;
  readonly pathname: string;
  readonly time: number;
}

/** The dialogs that any page can open. */
type PageDialog = "backlot:buy-credits" | "backlot:change-plan";

export const openPageDialog = (dialog: PageDialog, subject: string | null): void => {
  window.dispatchEvent(new CustomEvent(dialog, { detail: subject }));
};

/** Returns the last request to open a dialog, or undefined before the first one. */
export const useDialogRequest = (dialog: PageDialog): DialogRequest | undefined => {
  const [request, setRequest] = useState<DialogRequest>();
  useEffect(() => {
    const open = (event: Event): void => {
      const subject: unknown = Reflect.get(event, "detail");
      const { pathname } = window.location;
      setRequest({ subject: typeof subject === "string" ? subject : null, pathname, time: event.timeStamp });
    };
    window.addEventListener(dialog, open);
    return () => window.removeEventListener(dialog, open);
  }, [dialog]);
  return request;
};

/**
 * Returns a click handler that makes a link to a dialog's own page open the dialog instead. Calls `onOpen` first, to
 * close overlays that would cover the confirmation afterward.
 */
export const useDialogLink = (
  dialog: PageDialog,
  { page, subject, onOpen }: { readonly page: string; readonly subject: string | null; readonly onOpen?: () => void },
): MouseEventHandler<HTMLAnchorElement> => {
  const { pathname } = useLocation();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (asksForNewTab(event) || pathname === page) return;
    event.preventDefault();
    // Close the menu first, so that the focus returns to the button that opened the menu. The link itself unmounts.
    event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
    onOpen?.();
    openPageDialog(dialog, subject);
  };
};

/** Returns a click handler that makes a link to the plan change page open the dialog instead. */
export const useChangePlanOpener = (chosen?: ChosenPlan): MouseEventHandler<HTMLAnchorElement> =>
  useDialogLink("backlot:change-plan", { page: paths.changePlan(), subject: paths.changePlan(chosen) });
