import { LICENSING_MESSAGES } from "@backlot/domain/licensing/licensing-messages";
import { Suspense, useState } from "react";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { Button } from "#ui/button.tsx";
import type { ConfirmingAccount } from "./confirm-license.tsx";

const ConfirmLicenseDialog = lazyPart(() => import("./confirm-license.tsx"));

/** The button to confirm a license. The dialog keeps its progress when it is closed and reopened. */
export function ConfirmLicenseButton({
  account,
  variant = "primary",
}: {
  account: ConfirmingAccount;
  variant?: "primary" | "secondary";
}) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="button"
        variant={variant}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {LICENSING_MESSAGES.confirm_license}
      </Button>
      {wanted ? (
        <Suspense>
          <ConfirmLicenseDialog account={account} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
