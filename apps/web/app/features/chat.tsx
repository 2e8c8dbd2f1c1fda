import { useRef, useState } from "react";
import { loadScript } from "#app/load-script.ts";
import { useFocusOnChange } from "#app/use-focus-on-change.ts";
import { Button } from "#ui/button.tsx";

/**
 * The way to the live chat. Another site's script comes once somebody asks for it: it may look at whoever it is shown
 * to. (SHL-08)
 */
export default function Chat({ scriptUrl }: { scriptUrl: string }) {
  const [stage, setStage] = useState<"closed" | "loading" | "open" | "failed">("closed");
  const said = useRef<HTMLParagraphElement>(null);
  // The button that was pressed is gone then.
  useFocusOnChange(said, String(stage === "open"));
  const open = (): void => {
    if (stage === "loading") return;
    setStage("loading");
    loadScript(scriptUrl).then(
      () => setStage("open"),
      () => setStage("failed"),
    );
  };
  return (
    <section className="container-page mt-10" aria-labelledby="chat">
      <h2 id="chat" className="text-lg">
        Live chat
      </h2>
      <p ref={said} tabIndex={-1} className="measure mt-1 mb-4 text-muted-foreground focus:outline-none" role="status">
        {stage === "open"
          ? "The chat is open: its button stands in a corner of this page."
          : stage === "failed"
            ? "The chat can't be loaded. Look at what your browser blocks, then try again, or write to our support."
            : "Talk to somebody of our support. The chat is another company's, and is loaded once you open it."}
      </p>
      {stage === "open" ? null : (
        <Button type="button" variant="secondary" pending={stage === "loading"} onClick={open}>
          {stage === "failed" ? "Try again" : "Open the chat"}
        </Button>
      )}
    </section>
  );
}
