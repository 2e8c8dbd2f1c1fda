import { useEffect } from "react";
import { useLocation } from "react-router";
import { Alert } from "#ui/alert.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { type AccountPanelMode, AccountToggle, accountPanelTitle } from "./account-toggle.tsx";

/** Signing in or up over the page that one is on, which goes on with the account. (SHL-04, ACC-01, ACC-03) */
export default function AccountPanel({
  mode,
  onMode,
  onClose,
  note = null,
}: {
  mode: AccountPanelMode | null;
  onMode: (mode: AccountPanelMode) => void;
  onClose: () => void;
  /** Why it is open. */
  note?: string | null;
}) {
  const { pathname, search, key } = useLocation();
  // Another page came: whoever signed in has gone on with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address that it was opened on is no reason to close
  useEffect(() => onClose, [key]);
  return (
    <Dialog open={mode !== null} onClose={onClose} title={accountPanelTitle(mode ?? "sign-in")} atTop>
      {note === null ? null : (
        <div className="mb-4">
          <Alert variant="notice">{note}</Alert>
        </div>
      )}
      {mode === null ? null : (
        <AccountToggle mode={mode} next={`${pathname}${search}`} onMode={onMode} onLeave={onClose} />
      )}
    </Dialog>
  );
}
