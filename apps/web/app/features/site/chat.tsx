import { useCallback, useEffect, useRef, useState } from "react";
import { loadScript } from "#app/browser/load-script.ts";

const SAID = {
  loading: "Loading the chat.",
  open: "The chat is open in the corner of this page.",
  failed: "The chat didn't load. Check your content blockers and try again, or contact support.",
} as const;

/** The live chat. Mounting it loads a third-party script, so it renders only on request. */
export default function Chat({ scriptUrl }: { scriptUrl: string }) {
  const [stage, setStage] = useState<keyof typeof SAID>("loading");
  const statusLine = useRef<HTMLSpanElement>(null);
  const load = useCallback((): void => {
    // The button that opened the chat has unmounted.
    statusLine.current?.focus({ preventScroll: true });
    setStage("loading");
    loadScript(scriptUrl).then(
      () => setStage("open"),
      () => setStage("failed"),
    );
  }, [scriptUrl]);
  useEffect(load, [load]);
  return (
    <span className="inline-flex min-h-9 flex-wrap items-center gap-x-3">
      <span ref={statusLine} tabIndex={-1} role="status" className="focus:outline-none">
        {SAID[stage]}
      </span>
      {stage !== "failed" ? null : (
        <button type="button" className="link min-h-9" onClick={load}>
          Try again
        </button>
      )}
    </span>
  );
}
