import { type Consent, mayRecord } from "@backlot/domain/engagement/analytics";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Nothing, lazyPart } from "#app/browser/lazy-part.tsx";
import { consentHere } from "./consent.ts";

// If the recorder cannot load, show no error.
const VisitRecorder = lazyPart(() => import("./visit-recorder.tsx"), Nothing);
const PrivacyChoices = lazyPart(() => import("./privacy-choices.tsx"));

/** The privacy choices in the last line of every page. Records visits only after the user allows it. */
export function Recording() {
  // Server-rendered pages are shared by all visitors, so read the consent in the browser.
  const [consent, setConsent] = useState<Consent | null>(null);
  const [isAsked, setAsked] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing out withdraws consent and opens another page
  useEffect(() => setConsent(consentHere()), [key]);
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
        aria-label="Privacy choices"
        onToggle={(event) => event.newState === "open" && setAsked(true)}
        className="footer-panel min-h-32 w-[min(100%-2rem,26rem)] rounded-lg border border-border bg-card p-5 text-base
          text-foreground shadow-panel"
      >
        {consent !== null && isAsked ? (
          <Suspense>
            <PrivacyChoices consent={consent} onAnswer={() => setConsent(consentHere())} />
          </Suspense>
        ) : null}
      </div>
      {consent !== null && mayRecord(consent) ? (
        <Suspense fallback={null}>
          <VisitRecorder />
        </Suspense>
      ) : null}
    </>
  );
}
