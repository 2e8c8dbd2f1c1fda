import { Suspense, useState } from "react";
import { lazyPart } from "#app/lazy-part.tsx";
import type { ConfirmingAccount } from "./confirm-licence.tsx";

const ConfirmLicenceDialog = lazyPart(() => import("./confirm-licence.tsx"));

/** Opens by itself, once a page load, for who must confirm their licence. (LIC-08) */
export function DueConfirmation({ account }: { account: ConfirmingAccount }) {
  const [open, setOpen] = useState(true);
  return (
    <Suspense>
      <ConfirmLicenceDialog account={account} open={open} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
