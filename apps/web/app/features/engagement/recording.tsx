import { type Consent, mayRecord } from "@backlot/domain/engagement/analytics";
import { Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { Nothing, lazyPart } from "#app/lazy-part.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import { consentHere, keepConsent, optsOut } from "./consent.ts";

// If the recorder cannot load, show no error.
const VisitRecorder = lazyPart(() => import("./visit-recorder.tsx"), Nothing);

const STATES: Readonly<Record<Consent, string>> = {
  "not-asked": "We don't collect usage data now.",
  given: "You've allowed usage data.",
  refused: "We don't collect usage data.",
};

const ANSWERS = [
  { name: "Allow", isAllowed: true },
  { name: "Don't allow", isAllowed: false },
] as const;

/** The privacy choices in the last line of every page. Records visits only after the user allows it. */
export function Recording() {
  // Server-rendered pages are shared by all visitors, so read the consent in the browser.
  const [consent, setConsent] = useState<Consent | null>(null);
  const [hasAnswered, setAnswered] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing out takes it back, and leads to another page
  useEffect(() => setConsent(consentHere()), [key]);
  const answer = (isAllowed: boolean) => (): void => {
    keepConsent(isAllowed);
    setAnswered(true);
    setConsent(consentHere());
  };
  const isKnown = consent !== null;
  const isDecided = isKnown && optsOut();
  return (
    <>
      <button
        type="button"
        popoverTarget="privacy-choices"
        className="inline-flex min-h-9 items-center hover:underline"
      >
        Privacy choices
      </button>
      <div
        id="privacy-choices"
        popover="auto"
        role="dialog"
        aria-labelledby="recording"
        className="footer-panel w-[min(100%-2rem,26rem)] rounded-lg border border-border bg-card p-5 text-base
          text-foreground shadow-panel"
      >
        <h2 id="recording" className="text-lg">
          Privacy choices
        </h2>
        <p className="mt-1 text-muted-foreground">
          Can we collect usage data? It helps us improve search and decide what to make next.{" "}
          <Link className="link" to={paths.privacy}>
            What we collect
          </Link>
          . {/* Announced only after an answer, not on every page. */}
          <span role={hasAnswered ? "status" : undefined}>
            {!isKnown ? "" : isDecided ? "Your browser asks us not to track you, so we don't." : STATES[consent]}
          </span>
        </p>
        <p className="mt-4 flex gap-3">
          {ANSWERS.map(({ name, isAllowed }) => (
            <Button
              key={name}
              type="button"
              variant="secondary"
              disabled={!isKnown || isDecided}
              aria-pressed={consent === (isAllowed ? "given" : "refused")}
              onClick={answer(isAllowed)}
              className="aria-pressed:border-ring aria-pressed:bg-background aria-pressed:font-semibold"
            >
              {name}
            </Button>
          ))}
        </p>
      </div>
      {isKnown && mayRecord(consent) ? (
        <Suspense fallback={null}>
          <VisitRecorder />
        </Suspense>
      ) : null}
    </>
  );
}
