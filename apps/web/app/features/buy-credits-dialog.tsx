import { buyCreditsTitle } from "@backlot/domain/screens/buy-credits";
import { creditsPurchasedMessage } from "@backlot/domain/credits/credit-messages";
import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import type { loader } from "#app/routes/credits.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Toast } from "#ui/toast.tsx";
import { CreditOffers } from "./credit-offers.tsx";

/** What brings more credits, over the page: it closes when they are bought, and the page says so. (CRD-05, CRD-06) */
export default function BuyCreditsDialog({ item }: { item: string | null }) {
  const { load, data } = useFetcher<typeof loader>();
  const { pathname } = useLocation();
  const [openedOn] = useState(pathname);
  const [closed, setClosed] = useState(false);
  const [bought, setBought] = useState<number>();
  /** While a bank asks something in a window of the provider's, which nothing may cover. */
  const [aside, setAside] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  // The keyboard starts where the offers come, not at what closes them.
  useEffect(() => content.current?.focus(), []);
  useEffect(() => {
    void load(item === null ? paths.credits : paths.creditsFor(item));
  }, [load, item]);
  const mode = data?.mode._tag ?? (item === null ? "buy-more-credits" : "not-enough-credits");
  return (
    <>
      <Dialog
        open={!closed && openedOn === pathname}
        aside={aside}
        onClose={() => setClosed(true)}
        title={data?.isMember ? "Not authorized" : buyCreditsTitle(mode)}
      >
        <div ref={content} tabIndex={-1} className="focus:outline-none">
          {data === undefined ? (
            <div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading what brings credits" />
          ) : (
            <CreditOffers
              offered={data}
              onBank={setAside}
              onBought={(credits) => {
                setClosed(true);
                setBought(credits);
              }}
            />
          )}
        </div>
      </Dialog>
      {bought === undefined ? null : <Toast>{creditsPurchasedMessage(bought)}</Toast>}
    </>
  );
}
