import { makingText } from "@backlot/domain/downloads/file-making";
import type { FilePart } from "@backlot/ports";
import { LIMIT_DIALOG_DELAY_MS } from "#ui/milliseconds.ts";
import { type FormEvent, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import {
  type DownloadPlan,
  type RefusedDownload,
  type SoldBy,
  hasBegun,
  opensDialog,
  requestDownload,
  secondsUntilMade,
} from "./download-request.ts";
import { useAnnouncement } from "#ui/announcement.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";

const DownloadDialog = lazyPart(() => import("./download-dialog.tsx"));

/** How often the page checks whether the download has started, in milliseconds. */
const LOOK_MS = 250;

/** How often the page checks whether a slow render is done, in milliseconds. */
const ASK_AGAIN_MS = 5_000;

/** The state of a download: requested, rendering, or started. */
type Stage =
  | { readonly _tag: "idle" }
  | { readonly _tag: "asking" }
  | { readonly _tag: "making"; readonly url: string; readonly seconds: number }
  | { readonly _tag: "arriving"; readonly name: string };

/**
 * Returns a function that computes how long to delay the dialog, in milliseconds. Right after a plan change, the dialog
 * would still describe the old plan.
 */
const useDelayAfterChange = (plan: DownloadPlan): (() => number) => {
  const lastChange = useRef({ plan, changedAt: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (lastChange.current.plan !== plan) lastChange.current = { plan, changedAt: performance.now() };
  }, [plan]);
  return () => Math.max(0, lastChange.current.changedAt + LIMIT_DIALOG_DELAY_MS - performance.now());
};

/**
 * The download button. It shows progress until the file arrives. If a plan would lift a refusal, opens a dialog that
 * explains this. Without JavaScript, the page's action handles the form. `name` distinguishes the page's files.
 */
export function DownloadForm({
  id,
  label,
  plan,
  name,
  by = null,
  part = "zip",
  isPrimary = false,
  place = "text-right",
}: {
  id: number;
  label: string;
  plan: DownloadPlan;
  name?: string;
  by?: SoldBy | null;
  part?: FilePart;
  /** Whether the download is the main action of the page. */
  isPrimary?: boolean;
  /** The classes that position the button in the surrounding grid. Errors appear below it, across the full width. */
  place?: string;
}) {
  const [state, setState] = useState<Stage>({ _tag: "idle" });
  const [refused, setRefused] = useState<RefusedDownload | null>(null);
  const delay = useDelayAfterChange(plan);
  /** Opens a link once its file is ready. */
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
  const what = [...(name === undefined ? [] : [name]), ...(part === "scene" ? ["scene"] : []), label].join(" ");
  const word = state._tag === "idle" ? "Download" : "Preparing…";
  useAnnouncement(state._tag === "making" ? makingText(state.seconds) : null);
  return (
    <Form method="post" reloadDocument onSubmit={download} className="contents">
      <input type="hidden" name="variant_id" value={id} />
      <input type="hidden" name="part" value={part} />
      <div className={place}>
        <Button
          type="submit"
          variant={isPrimary ? "primary" : "secondary"}
          name="intent"
          value="download"
          pending={state._tag !== "idle"}
          aria-label={`${word} ${what}`}
        >
          {word}
        </Button>
        {state._tag === "making" ? (
          <p className="tabular-nums mt-2 text-sm text-muted-foreground">{makingText(state.seconds)}</p>
        ) : null}
      </div>
      {refused === null ? null : opensDialog(refused) ? (
        <Suspense>
          <DownloadDialog refused={refused} plan={plan} onClose={() => setRefused(null)} />
        </Suspense>
      ) : (
        <div className="order-last col-span-full">
          <Alert variant="error">{refused.message}</Alert>
        </div>
      )}
    </Form>
  );
}
