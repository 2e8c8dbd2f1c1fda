import { LICENSING_MESSAGES } from "@backlot/domain/licensing/licensing-messages";
import type { LicenceId } from "@backlot/domain/licensing/licence.schema";
import { licenceLabel } from "@backlot/domain/licensing/licence";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FindLicence } from "./find-licence.tsx";

/** The way to another licence from where it is found wrong. (LIC-16) */
export function UpdateLicenceBlock() {
  return (
    <p className="mt-4 text-sm text-muted-foreground">
      {LICENSING_MESSAGES.wrong_licence}{" "}
      <Link className="link text-foreground" to={paths.pricing}>
        {LICENSING_MESSAGES.update_licence}
      </Link>
    </p>
  );
}

/** The same with what it means before one goes there. (LIC-16) */
export function UpdateLicenceDialog({ licence, minimum }: { licence: LicenceId; minimum: LicenceId }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className="mt-4 text-sm text-muted-foreground">
        {LICENSING_MESSAGES.wrong_licence}{" "}
        <button
          type="button"
          className="link inline-flex min-h-6 items-center text-foreground"
          onClick={() => setOpen(true)}
        >
          {LICENSING_MESSAGES.update_licence}
        </button>
      </p>
      <Dialog open={open} onClose={() => setOpen(false)} title={LICENSING_MESSAGES.update_licence}>
        <p className="measure text-muted-foreground">
          Yours is {licenceLabel(licence)}. A license comes with its plan: choose a plan of the license that fits, and
          it is yours from then on. A lower one than yours needs our support.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={paths.pricing}>{LICENSING_MESSAGES.update_licence}</ButtonLink>
          <Button type="button" variant="ghost" onClick={() => setOpen(false)}>
            Close
          </Button>
        </div>
        <FindLicence minimum={minimum} text="Not sure which one? Find your license" />
      </Dialog>
    </>
  );
}
