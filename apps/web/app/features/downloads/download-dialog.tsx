import { type DownloadDialog as Dialogs, downloadDialog, downloadsTodayText } from "@backlot/domain/downloads/download";
import { DOWNLOAD_MESSAGES } from "@backlot/domain/downloads/download-messages";
import { freePlanBenefits, freePlanLimits, paidPlansOffer } from "@backlot/domain/plans/plan-benefits";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { DownloadPlan, RefusedDownload } from "./download-request.ts";
import { callApi } from "#app/browser/api.ts";
import { paths } from "#app/paths.ts";
import { usePrices } from "#app/hooks/use-store.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

function Plan({ name, gives, leavesOut }: { name: string; gives: readonly string[]; leavesOut: readonly string[] }) {
  return (
    <section aria-label={name} className="rounded-md border border-border p-4">
      <h3 className="font-semibold">{name}</h3>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {gives.map((line) => (
          <li key={line}>{`✓ ${line}`}</li>
        ))}
        {leavesOut.map((line) => (
          <li key={line} className="text-muted-foreground">
            {`– ${line}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A comparison of the free plan and the paid plans. */
function Comparison() {
  const [essentials, setEssentials] = useState(0);
  const { daily_downloads } = usePrices();
  useEffect(() => {
    // The sentence omits the number until it has loaded.
    callApi("GET /api/claims", {}).then((answer) => setEssentials(answer.ok ? answer.value.data.essentials : 0));
  }, []);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Plan name="Free plan" gives={freePlanBenefits(daily_downloads)} leavesOut={freePlanLimits(essentials)} />
      <Plan name="Paid plans" gives={paidPlansOffer(daily_downloads)} leavesOut={[]} />
    </div>
  );
}

/** Returns the dialog that explains a refusal, or null if there is none. */
const dialogOf = (refused: RefusedDownload, signedIn: boolean): Dialogs | null => {
  const { reason, download_limit, downloads_today } = refused;
  const viewer = signedIn ? "subscriber" : "guest";
  switch (reason) {
    case "DailyLimitReached":
      return downloadDialog({ _tag: reason, used: downloads_today ?? 0, limit: download_limit ?? 0 }, viewer);
    case "SignInToDownload":
    case "NeedsPlanFor4K":
      return downloadDialog({ _tag: reason }, viewer);
    default:
      return null;
  }
};

/** The dialog of a refused download: the daily limit, a plan upsell, or a link to create an account. */
export default function DownloadDialog({
  refused,
  plan,
  onClose,
}: {
  refused: RefusedDownload;
  plan: DownloadPlan;
  onClose: () => void;
}) {
  const { pathname } = useLocation();
  const { daily_downloads } = usePrices();
  const dialog = dialogOf(refused, plan !== "none");
  if (dialog === null) return null;
  if (dialog._tag === "account") {
    return (
      <Dialog open onClose={onClose} title="Download with a free account">
        <Comparison />
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to={paths.signUp(pathname)}>Create a free account</ButtonLink>
          <ButtonLink to={paths.pricing} variant="secondary">
            See plans
          </ButtonLink>
        </div>
      </Dialog>
    );
  }
  if (dialog._tag === "4k") {
    return (
      <Dialog open onClose={onClose} title={DOWNLOAD_MESSAGES.no_4k_on_free}>
        <Comparison />
        <ButtonLink to={paths.pricing} className="mt-5">
          See plans
        </ButtonLink>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={DOWNLOAD_MESSAGES.daily_limit}>
      <p className="tabular-nums mb-1 text-lg font-semibold">{downloadsTodayText(dialog.used, dialog.limit)}</p>
      <meter
        className="meter mb-4"
        min={0}
        max={Math.max(1, dialog.limit)}
        value={dialog.used}
        aria-label="Downloads today"
      />
      {dialog.comparison ? <Comparison /> : <p>{DOWNLOAD_MESSAGES.come_back_tomorrow}</p>}
      {plan === "paid" ? null : (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          <ButtonLink to={paths.pricing}>See plans</ButtonLink>
          <p className="text-sm text-muted-foreground">
            {`Paid plans include ${daily_downloads.paid} downloads a day.`}
          </p>
        </div>
      )}
    </Dialog>
  );
}
