import { type MouseEvent, type MouseEventHandler, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "#app/lazy-part.tsx";
import type { AskedCredits } from "#app/asked-credits.ts";
import { asksForNewTab } from "#app/new-tab.ts";
import { paths } from "#app/paths.ts";

/** Falls back to the credits page if the dialog's code cannot load. */
function ToPage({ asked }: { asked: AskedCredits }) {
  useEffect(() => window.location.assign(paths.creditsFor(asked.item)), [asked]);
  return null;
}

const BuyCreditsDialog = lazyPart(() => import("./buy-credits-dialog.tsx"), ToPage);

const BUY_CREDITS = "backlot:buy-credits";

/**
 * Opens the "buy more credits" dialog. `item` is the slug of the item to buy credits for, or null to buy credits in
 * general.
 */
export const openBuyCredits = (item: string | null): void => {
  window.dispatchEvent(new CustomEvent(BUY_CREDITS, { detail: item }));
};

/**
 * Returns a click handler that makes a link to the credits page open the dialog instead. Calls `onOpen` first, to close
 * overlays that would cover the confirmation after the purchase.
 */
export const useCreditsOpener = (
  item: string | null = null,
  onOpen?: () => void,
): MouseEventHandler<HTMLAnchorElement> => {
  const { pathname } = useLocation();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (asksForNewTab(event) || pathname === paths.credits) return;
    event.preventDefault();
    // Close the menu first: the focus then returns to its opener, since the link unmounts.
    event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
    onOpen?.();
    openBuyCredits(item);
  };
};

/** Renders the "buy more credits" dialog over any page. Loads its code on first use. */
export function BuyCreditsOverPage() {
  const [asked, setAsked] = useState<AskedCredits>();
  useEffect(() => {
    const open = (event: Event): void => {
      const item: unknown = Reflect.get(event, "detail");
      const { pathname } = window.location;
      setAsked({ item: typeof item === "string" ? item : null, pathname, time: event.timeStamp });
    };
    window.addEventListener(BUY_CREDITS, open);
    return () => window.removeEventListener(BUY_CREDITS, open);
  }, []);
  return asked === undefined ? null : (
    <Suspense>
      <BuyCreditsDialog asked={asked} />
    </Suspense>
  );
}
