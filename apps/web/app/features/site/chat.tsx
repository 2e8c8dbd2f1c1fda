import { useCallback, useEffect, useRef, useState } from "react";
import { loadScript } from "#app/load-script.ts";
import { Button } from "#ui/button.tsx";

const SAID = {
  loading: "Loading the chat.",
  open: "The chat is open in the corner of this page.",
  failed: "The chat didn't load. Check your content blockers and try again, or contact support.",
} as const;

/** The live chat. Mounting it loads a third-party script, so it renders only on request. */
export default function Chat({ scriptUrl }: { scriptUrl: string }) {
  const [stage, setStage] = useState<keyof typeof SAID>("loading");
  const said = useRef<HTMLParagraphElement>(null);
  const load = useCallback((): void => {
    // The button that opened the chat has unmounted.
    said.current?.focus({ preventScroll: true });
    setStage("loading");
    loadScript(scriptUrl).then(
      () => setStage("open"),
      () => setStage("failed"),
    );
  }, [scriptUrl]);
  useEffect(load, [load]);
  return (
    <>
      <p ref={said} tabIndex={-1} role="status" className="measure mb-4 focus:outline-none">
        {SAID[stage]}
      </p>
      {stage !== "failed" ? null : (
        <Button type="button" variant="secondary" onClick={load}>
          Try again
        </Button>
      )}
    </>
  );
}
