import { DISPUTE_MESSAGES } from "@backlot/domain/disputes/dispute-messages";
import { Alert } from "#ui/alert.tsx";

/** Says what a disputed payment stops, and whom to write to. Nothing while none is disputed. (ORD-06) */
export function DisputeNotice({ supportEmail }: { supportEmail: string | null }) {
  return supportEmail === null ? null : (
    <div className="mt-4 mb-6 max-w-2xl">
      <Alert variant="notice">
        {DISPUTE_MESSAGES.dispute_notice}{" "}
        <a className="link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </Alert>
    </div>
  );
}
