import { Suspense, useState } from "react";
import { lazyPart } from "#app/lazy-part.tsx";
import type { ConfirmingAccount } from "./confirm-license.tsx";

const ConfirmLicenseDialog = lazyPart(() => import("./confirm-license.tsx"));

/** The license confirmation dialog, which opens automatically once per page load if the confirmation is due. */
export function DueConfirmation({ account }: { account: ConfirmingAccount }) {
  const [open, setOpen] = useState(true);
  return (
    <Suspense>
      <ConfirmLicenseDialog account={account} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
