import { buyCreditsTitle } from "@backlot/domain/checkout/credit-ways";
import { creditsPurchasedMessage } from "@backlot/domain/credits/credit-messages";
import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { AskedCredits } from "#app/asked-credits.ts";
import { paths } from "#app/paths.ts";
import type { clientLoader } from "#app/routes/credits.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Toast } from "#ui/toast.tsx";
import type { PackPurchaseEvents, PackPurchaseResult } from "./buy-credits.tsx";
import { CreditOffers, type OfferedCredits, OffersProblem } from "./credit-offers.tsx";

/** Closes what stands over the page beside a part of it. */
const closeOthers = (part: Element | null): void => {
  for (const other of document.querySelectorAll<HTMLDialogElement>("dialog[open]"))
    if (!other.contains(part)) other.close();
};

/** The dialog itself. What it shows is asked for as long as it is there, and not after. */
function OffersDialog({
  item,
  aside,
  onClose,
  onBank,
  ...events
}: { item: string | null; aside: boolean; onClose: () => void } & PackPurchaseEvents) {
  const { load, data } = useFetcher<typeof clientLoader>();
  const content = useRef<HTMLDivElement>(null);
  const address = paths.creditsFor(item);
  // The keyboard starts where the offers come, not at what closes them.
  useEffect(() => content.current?.focus(), []);
  useEffect(() => {
    void load(address);
  }, [load, address]);
  // Offers that are there stay: a payment may be under way in them.
  const good = useRef<OfferedCredits>(null);
  if (data !== undefined && !("problem" in data)) good.current = data;
  const offered = good.current;
  const title = offered?.title ?? buyCreditsTitle(item === null ? "buy-more-credits" : "not-enough-credits");
  return (
    <Dialog open aside={aside} onClose={onClose} title={title}>
      <div ref={content} tabIndex={-1} className="focus:outline-none">
        {offered !== null ? (
          <CreditOffers
            offered={offered}
            onLeave={onClose}
            onBank={(asks) => {
              if (asks) closeOthers(content.current);
              onBank?.(asks);
            }}
            {...events}
          />
        ) : data !== undefined && "problem" in data ? (
          <OffersProblem problem={data.problem} onAgain={() => void load(address)} />
        ) : (
          <div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading what brings credits" />
        )}
      </div>
    </Dialog>
  );
}

/** What became of a payment, once its dialog is gone. */
function Result({ result, wasShown }: { result: PackPurchaseResult; wasShown: boolean }) {
  useEffect(() => {
    // What opened the dialog may be gone: the page has what was bought for. Who went on meanwhile is not called back.
    if (wasShown) document.getElementById("content")?.focus({ preventScroll: true });
  }, [wasShown]);
  return "credits" in result ? (
    <Toast>{creditsPurchasedMessage(result.credits)}</Toast>
  ) : (
    <Toast variant="error">Your payment for credits: {result.problem}</Toast>
  );
}

/**
 * What brings more credits, over the page: it closes when they are bought, and the page says so. Closed during a
 * payment it only steps aside: it is back if that is refused. (CRD-05, CRD-06)
 */
export default function BuyCreditsDialog({ asked }: { asked: AskedCredits }) {
  const { pathname } = useLocation();
  const [known, setKnown] = useState(asked);
  const [opened, setOpened] = useState(asked);
  const [isOpen, setOpen] = useState(true);
  const [isPaying, setPaying] = useState(false);
  /** While a bank asks something in a window of the provider's, which nothing may cover. */
  const [bankAsks, setBankAsks] = useState(false);
  const [ended, setEnded] = useState<{ readonly result: PackPurchaseResult; readonly wasShown: boolean }>();
  if (known !== asked) {
    setKnown(asked);
    // A payment that is under way is what is shown again.
    setOpened(isPaying ? { ...opened, pathname: asked.pathname } : asked);
    setOpen(true);
    setEnded(undefined);
  }
  const isHere = opened.pathname === pathname;
  const isShown = isOpen && isHere;
  // A payment ends later than it began, maybe on another page.
  const now = useRef({ isHere, isShown });
  now.current = { isHere, isShown };
  useEffect(() => {
    if (!isHere) setOpen(false);
  }, [isHere]);
  const settle = (result: PackPurchaseResult): void => {
    setPaying(false);
    // Refused, it is shown again where it was.
    const isBack = "problem" in result && now.current.isHere;
    setOpen(isBack);
    if (!isBack) setEnded({ result, wasShown: now.current.isShown });
  };
  return (
    <>
      {isShown || isPaying ? (
        <OffersDialog
          key={opened.time}
          item={opened.item}
          aside={bankAsks || !isShown}
          onClose={() => setOpen(false)}
          onBank={setBankAsks}
          onPaying={() => setPaying(true)}
          onSettled={settle}
        />
      ) : null}
      {ended === undefined ? null : <Result {...ended} />}
    </>
  );
}
