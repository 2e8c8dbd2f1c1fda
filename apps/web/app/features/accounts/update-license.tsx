import { LICENSING_MESSAGES } from "@backlot/domain/licensing/licensing-messages";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { LicenseQuestionsButton } from "./license-questions-button.tsx";

/** A link for changing an incorrect license. */
export function UpdateLicenseBlock() {
  return (
    <p className="mt-4 text-sm text-muted-foreground">
      <span>{LICENSING_MESSAGES.wrong_license}</span>{" "}
      <Link className="link text-foreground" to={paths.pricing}>
        {LICENSING_MESSAGES.update_license}
      </Link>
    </p>
  );
}

/** A button that explains what a license change means, then links to it. */
export function UpdateLicenseDialog({ license, minimum }: { license: LicenseId; minimum: LicenseId }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className="mt-4 text-sm text-muted-foreground">
        <span>{LICENSING_MESSAGES.wrong_license}</span>{" "}
        <button
          type="button"
          className="link inline-flex min-h-6 items-center text-foreground"
          onClick={() => setOpen(true)}
        >
          {LICENSING_MESSAGES.update_license}
        </button>
      </p>
      <Dialog open={open} onClose={() => setOpen(false)} title={LICENSING_MESSAGES.update_license}>
        <p className="measure text-muted-foreground">
          {`Your license is ${licenseLabel(license)}. To change it, choose a plan with the license you need. To ` +
            "move to a lower one, contact support."}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={paths.pricing}>{LICENSING_MESSAGES.update_license}</ButtonLink>
          <Button type="button" variant="ghost" onClick={() => setOpen(false)}>
            Close
          </Button>
        </div>
        <LicenseQuestionsButton minimum={minimum} text="Not sure which one? Find your license" />
      </Dialog>
    </>
  );
}
