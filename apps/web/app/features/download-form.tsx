import { waitText } from "@backlot/domain/downloads/file-making";
import type { FilePart } from "@backlot/ports";
import { LIMIT_DIALOG_DELAY_MS } from "#app/screens/milliseconds.ts";
import { type FormEvent, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { lazyPart } from "#app/lazy-part.tsx";
import {
  type RefusedDownload,
  type SoldBy,
  dialogOf,
  hasBegun,
  requestDownload,
  secondsUntilMade,
} from "#app/download-request.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";

const DownloadDialog = lazyPart(() => import("./download-dialog.tsx"));

/** How often the page looks whether its file has begun to arrive, in milliseconds. */
const LOOK_MS = 250;

/** How often it is asked whether a file is made, in milliseconds, where that takes long. */
const ASK_AGAIN_MS = 5_000;

/** How far a download is: asked for, its file being made, or on its way. */
type Stage =
  | { readonly _tag: "idle" }
  | { readonly _tag: "asking" }
  | { readonly _tag: "making"; readonly url: string; readonly seconds: number }
  | { readonly _tag: "arriving"; readonly name: string };

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
 * Asks for a file and says until it arrives that it is prepared; a refusal that a plan would lift opens
 * its dialog. Without scripts the page's action does the same. `name` tells the file from others of the
 * page. (DWN-01, DWN-02, DWN-03)
 */
export function DownloadForm({
  id,
  resolution,
  plan,
  name,
  by = null,
  part = "zip",
}: {
  id: number;
  resolution: string;
  plan: DownloadPlan;
  name?: string;
  by?: SoldBy | null;
  part?: FilePart;
}) {
  const [state, setState] = useState<Stage>({ _tag: "idle" });
  const [refused, setRefused] = useState<RefusedDownload | null>(null);
  const delay = useDelayAfterChange(plan);
  /** Opens a link once its file is there. */
  const open = useCallback(async (url: string): Promise<void> => {
    const seconds = await secondsUntilMade(url);
    if (typeof seconds === "number") return setState({ _tag: "making", url, seconds });
    if (seconds !== null) {
      setState({ _tag: "idle" });
      return setRefused(seconds.refused);
    }
    const name = crypto.randomUUID().replaceAll("-", "");
    setState({ _tag: "arriving", name });
    window.location.assign(`${url}?begun=${name}`);
  }, []);
  const ask = async (): Promise<void> => {
    const answer = await requestDownload(id, by, part);
    if ("url" in answer) return open(answer.url);
    setState({ _tag: "idle" });
    setTimeout(() => setRefused(answer.refused), delay());
  };
  useEffect(() => {
    if (state._tag === "making") {
      const timer = setTimeout(() => void open(state.url), Math.min(ASK_AGAIN_MS, state.seconds * 500));
      return () => clearTimeout(timer);
    }
    if (state._tag !== "arriving") return;
    const timer = setInterval(() => {
      if (hasBegun(state.name)) setState({ _tag: "idle" });
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [state, open]);
  const download = (event: FormEvent): void => {
    event.preventDefault();
    if (state._tag !== "idle") return;
    setRefused(null);
    setState({ _tag: "asking" });
    void ask();
  };
  const what = [...(name === undefined ? [] : [name]), ...(part === "scene" ? ["scene"] : []), resolution].join(" ");
  const word = state._tag === "idle" ? "Download" : "Preparing…";
  const dialog = refused === null ? null : dialogOf(refused, plan !== "none");
  return (
    <Form method="post" reloadDocument onSubmit={download}>
      <input type="hidden" name="variant_id" value={id} />
      <input type="hidden" name="part" value={part} />
      <Button
        type="submit"
        variant="secondary"
        name="intent"
        value="download"
        pending={state._tag !== "idle"}
        aria-label={`${word} ${what}`}
      >
        {word}
      </Button>
      {state._tag === "making" ? (
        <p role="status" className="tabular-nums mt-2 text-sm text-muted-foreground">
          About {waitText(state.seconds)}
        </p>
      ) : null}
      {refused === null || dialog !== null ? null : (
        <div className="mt-3">
          <Alert variant="error">{refused.message}</Alert>
        </div>
      )}
      {dialog === null ? null : (
        <Suspense>
          <DownloadDialog dialog={dialog} onClose={() => setRefused(null)} />
        </Suspense>
      )}
    </Form>
  );
}
