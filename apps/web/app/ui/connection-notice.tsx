import { GENERAL_MESSAGES } from "@backlot/domain/kernel/general-messages";
import { useSyncExternalStore } from "react";
import { type Trouble, currentTrouble, onTrouble, retryNow } from "#app/browser/connection.ts";
import { Button } from "#ui/button.tsx";

const TEXTS: Record<Trouble, string> = {
  offline: "You seem to be offline. Try again.",
  "no-answer": "The store didn't respond. Try again.",
  "other-account": GENERAL_MESSAGES.other_account,
};

/**
 * The bar that appears over a page when a request has failed. Typed input is kept, and the button sends the request
 * again. A modal dialog shows its own bar, because nothing outside it can be clicked.
 */
export function ConnectionNotice() {
  const trouble = useSyncExternalStore(onTrouble, currentTrouble, () => null);
  return trouble === null ? null : (
    <div
      role="alert"
      className="floating fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-xl items-center justify-between gap-3
        rounded-md border border-danger bg-danger-ground py-2 pr-2 pl-4 text-sm text-danger shadow-panel"
    >
      <span>{TEXTS[trouble]}</span>
      {trouble === "other-account" ? (
        <Button type="button" variant="danger" className="shrink-0" onClick={() => window.location.reload()}>
          Reload
        </Button>
      ) : (
        <Button type="button" variant="danger" onClick={retryNow}>
          Retry
        </Button>
      )}
    </div>
  );
}
