import { type MouseEventHandler, Suspense, useEffect } from "react";
import { type DialogRequest, openPageDialog, useDialogRequest, useDialogLink } from "./dialog-request.ts";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { paths } from "#app/paths.ts";

/** Falls back to the credits page if the dialog's code cannot load. */
function ToPage({ request }: { request: DialogRequest }) {
  useEffect(() => window.location.assign(paths.creditsFor(request.subject)), [request]);
  return null;
}

const BuyCreditsDialog = lazyPart(() => import("./buy-credits-dialog.tsx"), ToPage);

/**
 * Opens the "buy more credits" dialog. `item` is the slug of the item to buy credits for, or null to buy credits in
 * general.
 */
export const openBuyCredits = (item: string | null): void => openPageDialog("backlot:buy-credits", item);

/** Returns a click handler that makes a link to the credits page open the dialog instead. */
export const useCreditsOpener = (
  item: string | null = null,
  onOpen?: () => void,
): MouseEventHandler<HTMLAnchorElement> =>
  useDialogLink("backlot:buy-credits", {
    page: paths.credits,
    subject: item,
    ...(onOpen === undefined ? {} : { onOpen }),
  });

/** Renders the "buy more credits" dialog over any page. Loads its code on first use. */
export function BuyCreditsOverPage() {
  const request = useDialogRequest("backlot:buy-credits");
  return request === undefined ? null : (
    <Suspense>
      <BuyCreditsDialog request={request} />
    </Suspense>
  );
}
