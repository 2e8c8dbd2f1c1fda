import type { Consent } from "@backlot/domain/engagement/analytics";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import { keepConsent, optsOut } from "./consent.ts";

const STATES: Readonly<Record<Consent, string>> = {
  "not-asked": "We're not collecting usage data right now.",
  given: "You're sharing usage data.",
  refused: "You're not sharing usage data.",
};

const ANSWERS = [
  { name: "Allow", isAllowed: true },
  { name: "Don't allow", isAllowed: false },
] as const;

/** The panel in which visitors allow or refuse the collection of usage data. */
export default function PrivacyChoices({ consent, onAnswer }: { consent: Consent; onAnswer: () => void }) {
  const [hasAnswered, setAnswered] = useState(false);
  const isDecided = optsOut();
  const answer = (isAllowed: boolean) => (): void => {
    keepConsent(isAllowed);
    setAnswered(true);
    onAnswer();
  };
  return (
    <>
      <h2 id="recording" className="text-lg">
        Privacy choices
      </h2>
      <p className="mt-1 text-muted-foreground">
        Can we collect usage data? It helps us improve search and decide what to make next.{" "}
        <Link className="link" to={paths.privacy}>
          What we collect
        </Link>
        . {/* Announced only after an answer, not whenever the panel opens. */}
        <span role={hasAnswered ? "status" : undefined}>
          {isDecided ? "Your browser asks us not to track you, so we don't." : STATES[consent]}
        </span>
      </p>
      <p className="mt-4 flex gap-3">
        {ANSWERS.map(({ name, isAllowed }) => (
          <Button
            key={name}
            type="button"
            variant="secondary"
            disabled={isDecided}
            aria-pressed={consent === (isAllowed ? "given" : "refused")}
            onClick={answer(isAllowed)}
            className="aria-pressed:border-ring aria-pressed:bg-background aria-pressed:font-semibold"
          >
            {name}
          </Button>
        ))}
      </p>
    </>
  );
}
