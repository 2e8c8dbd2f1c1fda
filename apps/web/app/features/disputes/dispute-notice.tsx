import { DISPUTE_MESSAGES } from "@backlot/domain/disputes/dispute-messages";
import { Alert } from "#ui/alert.tsx";

/** Explains what a disputed payment blocks and how to reach support. Renders nothing without a dispute. */
export function DisputeNotice({ supportEmail }: { supportEmail: string | null }) {
  return supportEmail === null ? null : (
    <Alert variant="notice">
      <span>{DISPUTE_MESSAGES.dispute_notice}</span>{" "}
      <a className="link" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
    </Alert>
  );
}
