import { buyCreditsTitle } from "@backlot/domain/checkout/credit-ways";
import { creditsPurchasedMessage } from "@backlot/domain/credits/credit-messages";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { DialogRequest } from "./dialog-request.ts";
import { closeOtherDialogs } from "./close-other-dialogs.ts";
import { paths } from "#app/paths.ts";
import type { clientLoader } from "#app/routes/credits.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Toast } from "#ui/toast.tsx";
import type { PackPurchaseEvents, PackPurchaseResult } from "./credit-pack-form.tsx";
import { usePayingDialog } from "./paying-dialog.ts";
import { CreditOffers, type OfferedCredits, OffersProblem } from "./credit-offers.tsx";

/** The dialog with the credit offers, which it loads when it mounts. */
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
  // Focus the offers first, not the close button.
  useEffect(() => content.current?.focus(), []);
  useEffect(() => {
    void load(address);
  }, [load, address]);
  // Keep the last offers if a reload fails, because a payment for one of them may be in progress.
  const good = useRef<OfferedCredits>(null);
  if (data !== undefined && !("problem" in data)) good.current = data;
  const offered = good.current;
  const title = offered?.title ?? buyCreditsTitle(item === null ? "buy-more-credits" : "not-enough-credits");
  return (
    <Dialog open aside={aside} onClose={onClose} title={title} isWide>
      <div ref={content} tabIndex={-1} className="focus:outline-none">
        {offered !== null ? (
          <CreditOffers
            offered={offered}
            onLeave={onClose}
            onBank={(asks) => {
              if (asks) closeOtherDialogs(content.current);
              onBank?.(asks);
            }}
            {...events}
          />
        ) : data !== undefined && "problem" in data ? (
          <OffersProblem problem={data.problem} onAgain={() => void load(address)} />
        ) : (
          <div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading credit options" />
        )}
      </div>
    </Dialog>
  );
}

/** The result of a payment, shown after the dialog has closed. */
function Result({ result, wasShown }: { result: PackPurchaseResult; wasShown: boolean }) {
  useEffect(() => {
    // The button that opened the dialog may be gone, because the page now shows the bought item. Don't move the focus
    // if the dialog was already closed.
    if (wasShown) document.getElementById("content")?.focus({ preventScroll: true });
  }, [wasShown]);
  return "credits" in result ? (
    <Toast>{creditsPurchasedMessage(result.credits)}</Toast>
  ) : (
    <Toast variant="error">{`There was a problem with your credit purchase. ${result.problem}`}</Toast>
  );
}

/**
 * The dialog to get more credits. It closes after the purchase, and then the page confirms the purchase. If closed
 * during a payment, it only hides, and reopens if the payment fails.
 */
export default function BuyCreditsDialog({ request }: { request: DialogRequest }) {
  const { opened, isMounted, aside, close, onBank, onPaying, settle } = usePayingDialog(request);
  const [ended, setEnded] = useState<{
    readonly request: DialogRequest;
    readonly result: PackPurchaseResult;
    readonly wasShown: boolean;
  }>();
  return (
    <>
      {isMounted ? (
        <OffersDialog
          key={opened.time}
          item={opened.subject}
          aside={aside}
          onClose={close}
          onBank={onBank}
          onPaying={onPaying}
          onSettled={(result) => {
            const { isBack, wasShown } = settle("problem" in result);
            if (!isBack) setEnded({ request, result, wasShown });
          }}
        />
      ) : null}
      {/* Opening the dialog again removes the last result. */}
      {ended?.request === request ? <Result result={ended.result} wasShown={ended.wasShown} /> : null}
    </>
  );
}
