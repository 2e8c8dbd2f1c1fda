import { LICENSING_MESSAGES } from "@backlot/domain/licensing/licensing-messages";
import { Suspense, useState } from "react";
import { lazyPart } from "#app/lazy-part.tsx";
import { Button } from "#ui/button.tsx";
import type { ConfirmingAccount } from "./confirm-licence.tsx";

const ConfirmLicenceDialog = lazyPart(() => import("./confirm-licence.tsx"));

/** Opens the dialog that confirms a licence; who closed it half way goes on where they were. (LIC-07) */
export function ConfirmLicenceButton({
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
        {LICENSING_MESSAGES.confirm_licence}
      </Button>
      {wanted ? (
        <Suspense>
          <ConfirmLicenceDialog account={account} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
