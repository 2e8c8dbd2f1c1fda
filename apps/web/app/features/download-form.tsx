import { LIMIT_DIALOG_DELAY_MS } from "@backlot/domain/screens/milliseconds";
import { type FormEvent, Suspense, lazy, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { type RefusedDownload, type SoldBy, hasBegun, requestDownload } from "#app/download-request.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";

const DownloadDialog = lazy(() => import("./download-dialog.tsx"));

/** How often the page looks whether its file has begun to arrive, in milliseconds. */
const LOOK_MS = 250;

/** The refusals that a dialog explains; the others are said beside the button. */
const IN_A_DIALOG: readonly RefusedDownload["reason"][] = ["SignInToDownload", "DailyLimitReached", "NeedsPlanFor4K"];

/** The plan that downloads are judged by. */
export type DownloadPlan = "none" | "free" | "paid";

/** How long a dialog waits yet: while a change of the plan is taken in, it would speak of the one before. (DWN-02) */
const useDelayAfterChange = (plan: DownloadPlan): (() => number) => {
  const known = useRef({ plan, changedAt: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (known.current.plan !== plan) known.current = { plan, changedAt: performance.now() };
  }, [plan]);
  return () => Math.max(0, known.current.changedAt + LIMIT_DIALOG_DELAY_MS - performance.now());
};

/**
 * Asks for a file and says until it arrives that it is prepared; a refusal that a plan would lift opens its dialog. Without
 * scripts the page's action does the same. `name` tells the file from others of the page. (DWN-01, DWN-02, DWN-03)
 */
export function DownloadForm({
  id,
  resolution,
  plan,
  name,
  by = null,
}: {
  id: number;
  resolution: string;
  plan: DownloadPlan;
  name?: string;
  by?: SoldBy | null;
}) {
  const [state, setState] = useState<"idle" | "asking" | { readonly awaited: string }>("idle");
  const [refused, setRefused] = useState<RefusedDownload | null>(null);
  const delay = useDelayAfterChange(plan);
  useEffect(() => {
    if (typeof state === "string") return;
    const timer = setInterval(() => {
      if (hasBegun(state.awaited)) setState("idle");
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [state]);
  const download = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (state !== "idle") return;
    setRefused(null);
    setState("asking");
    const answer = await requestDownload(id, by);
    if ("refused" in answer) {
      setState("idle");
      setTimeout(() => setRefused(answer.refused), delay());
      return;
    }
    const awaited = crypto.randomUUID().replaceAll("-", "");
    setState({ awaited });
    window.location.assign(`${answer.url}${answer.url.includes("?") ? "&" : "?"}begun=${awaited}`);
  };
  const what = name === undefined ? resolution : `${name} ${resolution}`;
  const word = state === "idle" ? "Download" : "Preparing…";
  const opensDialog = refused !== null && IN_A_DIALOG.includes(refused.reason);
  return (
    <Form method="post" reloadDocument onSubmit={download}>
      <input type="hidden" name="variant_id" value={id} />
      <Button
        type="submit"
        variant="secondary"
        name="intent"
        value="download"
        pending={state !== "idle"}
        aria-label={`${word} ${what}`}
      >
        {word}
      </Button>
      {refused === null || opensDialog ? null : (
        <div className="mt-3">
          <Alert variant="error">{refused.message}</Alert>
        </div>
      )}
      {opensDialog ? (
        <Suspense>
          <DownloadDialog refused={refused} signedIn={plan !== "none"} onClose={() => setRefused(null)} />
        </Suspense>
      ) : null}
    </Form>
  );
}
