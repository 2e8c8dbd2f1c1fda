import { Suspense, useState } from "react";
import { lazyPart } from "#app/lazy-part.tsx";
import type { ConfirmingAccount } from "./confirm-license.tsx";

const ConfirmLicenseDialog = lazyPart(() => import("./confirm-license.tsx"));

/** Opens by itself, once a page load, for who must confirm their license. (LIC-08) */
export function DueConfirmation({ account }: { account: ConfirmingAccount }) {
  const [open, setOpen] = useState(true);
  return (
    <Suspense>
      <ConfirmLicenseDialog account={account} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
