import { LICENSING_MESSAGES } from "@backlot/domain/licensing/licensing-messages";
import { Suspense, lazy, useState } from "react";
import { Button } from "#ui/button.tsx";
import type { ConfirmingAccount } from "./confirm-licence.tsx";

const ConfirmLicenceDialog = lazy(() => import("./confirm-licence.tsx"));

/** Opens the dialog that confirms a licence. Each opening begins anew. (LIC-07) */
export function ConfirmLicenceButton({
  account,
  variant = "primary",
}: {
  account: ConfirmingAccount;
  variant?: "primary" | "secondary";
}) {
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="button"
        variant={variant}
        onClick={() => {
          setOpened((before) => before + 1);
          setOpen(true);
        }}
      >
        {LICENSING_MESSAGES.confirm_licence}
      </Button>
      {opened === 0 ? null : (
        <Suspense>
          <ConfirmLicenceDialog key={opened} account={account} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
