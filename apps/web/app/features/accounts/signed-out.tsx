import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { SIGNED_OUT } from "#app/browser/api.ts";
import type { AccountPanelMode } from "./account-toggle.tsx";

const AccountPanel = lazyPart(() => import("./account-panel.tsx"));

/** Opens the sign-in panel over the page when the session ended elsewhere, so that typed input is not lost. */
export function SignedOut() {
  const [mode, setMode] = useState<AccountPanelMode | null>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const open = (): void => {
      setWanted(true);
      setMode("sign-in");
    };
    window.addEventListener(SIGNED_OUT, open);
    return () => window.removeEventListener(SIGNED_OUT, open);
  }, []);
  return wanted ? (
    <Suspense>
      <AccountPanel
        mode={mode}
        onMode={setMode}
        onClose={() => setMode(null)}
        note="You've been signed out. Sign in to pick up where you left off. Everything you typed is still here."
      />
    </Suspense>
  ) : null;
}
