import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { DialogRequest } from "./dialog-request.ts";
import { closeOtherDialogs } from "./close-other-dialogs.ts";
import { paths } from "#app/paths.ts";
import type { clientLoader } from "#app/routes/change-plan.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Toast } from "#ui/toast.tsx";
import { ChangePlan, type OfferedChange } from "./change-plan.tsx";
import { OffersProblem } from "./credit-offers.tsx";
import { usePayingDialog } from "./paying-dialog.ts";
import type { PaymentEvents } from "./payment.tsx";

function ChangeDialog({
  opensAt,
  aside,
  onClose,
  ...events
}: { opensAt: string; aside: boolean; onClose: () => void } & PaymentEvents) {
  const { load, data, state } = useFetcher<typeof clientLoader>();
  const [address, setAddress] = useState(opensAt);
  const { pathname } = useLocation();
  const content = useRef<HTMLDivElement>(null);
  // Focus the choices first, not the close button.
  useEffect(() => content.current?.focus(), []);
  useEffect(() => {
    void load(opensAt);
  }, [load, opensAt]);
  const follow = (to: string): void => {
    setAddress(to);
    void load(to);
  };
  const problem = data !== undefined && "problem" in data ? data.problem : null;
  // Keep the last offers if a reload fails, because a payment for one of them may be in progress.
  const good = useRef<OfferedChange>(null);
  if (data !== undefined && !("problem" in data)) good.current = data;
  const offered = good.current;
  return (
    <Dialog open aside={aside} onClose={onClose} title="Change your plan" isWide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: links to the page below close the dialog */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: pressing Enter on a link also triggers a click */}
      <div
        ref={content}
        tabIndex={-1}
        className="focus:outline-none"
        onClick={({ target }) => {
          const link = target instanceof Element ? target.closest("a") : null;
          if (link !== null && link.target !== "_blank" && link.pathname === pathname) onClose();
        }}
      >
        {offered !== null && problem !== null ? (
          <div className="mb-6">
            <OffersProblem problem={problem} onAgain={() => void load(address)} />
          </div>
        ) : null}
        {offered !== null ? (
          <ChangePlan
            offered={offered}
            isLoading={state === "loading"}
            onFollow={follow}
            {...events}
            onBank={(asks) => {
              if (asks) closeOtherDialogs(content.current);
              events.onBank?.(asks);
            }}
          />
        ) : problem !== null ? (
          <OffersProblem problem={problem} onAgain={() => void load(address)} />
        ) : (
          <div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading the plans" />
        )}
      </div>
    </Dialog>
  );
}

/**
 * The dialog to change the current plan. It closes once the plan has been changed, and a page confirms the change. If
 * closed during a payment, it only hides, and reopens if the payment fails.
 */
export default function ChangePlanDialog({ request }: { request: DialogRequest }) {
  const { opened, isMounted, aside, close, onBank, onPaying, settle } = usePayingDialog(request);
  const [failed, setFailed] = useState<{ readonly request: DialogRequest; readonly problem: string }>();
  return (
    <>
      {isMounted ? (
        <ChangeDialog
          key={opened.time}
          opensAt={opened.subject ?? paths.changePlan()}
          aside={aside}
          onClose={close}
          onBank={onBank}
          onPaying={onPaying}
          onSettled={(problem) => {
            // A completed change closes the dialog, even if the confirming page is the page below.
            const { isBack } = settle(problem !== null);
            // If the buyer has left the page, show the error wherever they are now.
            if (problem !== null && !isBack) setFailed({ request, problem });
          }}
        />
      ) : null}
      {failed?.request === request ? (
        <Toast variant="error">{`There was a problem with your plan payment. ${failed.problem}`}</Toast>
      ) : null}
    </>
  );
}
