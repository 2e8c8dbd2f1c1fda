import { useEffect } from "react";
import { useLocation } from "react-router";
import { Alert } from "#ui/alert.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { type AccountPanelMode, AccountToggle, accountPanelTitle } from "./account-toggle.tsx";

/** The panel to sign in or up without leaving the page. */
export default function AccountPanel({
  mode,
  onMode,
  onClose,
  note = null,
}: {
  mode: AccountPanelMode | null;
  onMode: (mode: AccountPanelMode) => void;
  onClose: () => void;
  /** Why the panel opened, shown above the form; null to show nothing. */
  note?: string | null;
}) {
  const { pathname, search, key } = useLocation();
  // Close after a navigation, for example after signing in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounting at the current location must not close it
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
