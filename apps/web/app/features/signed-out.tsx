import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "#app/lazy-part.tsx";
import { SIGNED_OUT } from "#app/api.ts";
import type { AccountPanelMode } from "./account-toggle.tsx";

const AccountPanel = lazyPart(() => import("./account-panel.tsx"));

/** Lets who was signed out elsewhere sign in over the page that they are in the middle of: it keeps what was typed. */
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
        note="You were signed out. Sign in, and go on where you are: what you typed is still here."
      />
    </Suspense>
  ) : null;
}
