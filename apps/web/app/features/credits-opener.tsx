import { type MouseEvent, type MouseEventHandler, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "#app/lazy-part.tsx";
import type { AskedCredits } from "#app/asked-credits.ts";
import { asksForNewTab } from "#app/new-tab.ts";
import { paths } from "#app/paths.ts";

/** Where the dialog can't be loaded: its page, which every link to it names. */
function ToPage({ asked }: { asked: AskedCredits }) {
  useEffect(() => window.location.assign(paths.creditsFor(asked.item)), [asked]);
  return null;
}

const BuyCreditsDialog = lazyPart(() => import("./buy-credits-dialog.tsx"), ToPage);

const BUY_CREDITS = "backlot:buy-credits";

/** Opens the buy-more-credits dialog over the page: for an item of a name, or for none. (CRD-06, PLN-07) */
export const openBuyCredits = (item: string | null): void => {
  window.dispatchEvent(new CustomEvent(BUY_CREDITS, { detail: item }));
};

/**
 * Lets a link to the page of credits open the dialog instead, where it would leave the page. `onOpen` is told of it:
 * what stands over the page goes, since it would cover what the page says once they are bought. (CRD-06)
 */
export const useCreditsOpener = (
  item: string | null = null,
  onOpen?: () => void,
): MouseEventHandler<HTMLAnchorElement> => {
  const { pathname } = useLocation();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (asksForNewTab(event) || pathname === paths.credits) return;
    event.preventDefault();
    // The focus comes back to what opened the menu: its link is gone then.
    event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
    onOpen?.();
    openBuyCredits(item);
  };
};

/** Where the dialog stands over whichever page is open; loaded once it is asked for. (CRD-06) */
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
