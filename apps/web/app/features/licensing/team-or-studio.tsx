import { LICENSING_MESSAGES } from "@backlot/domain/licensing/licensing-messages";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

/** The dialog that explains who counts as a team or studio. */
export function TeamOrStudio({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Team or studio?">
      <p className="measure text-muted-foreground">{LICENSING_MESSAGES.team_or_studio}</p>
      <Button type="button" variant="secondary" className="mt-6" onClick={onClose}>
        Got it
      </Button>
    </Dialog>
  );
}
