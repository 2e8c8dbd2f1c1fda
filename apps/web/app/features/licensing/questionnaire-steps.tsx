import { licenseLabel } from "@backlot/domain/licensing/license";
import { questionText, suggestionText } from "@backlot/domain/licensing/licensing-messages";
import { type Questionnaire, offeredAnswers } from "@backlot/domain/licensing/questionnaire";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { TeamOrStudio } from "./team-or-studio.tsx";

export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="mb-6 h-1.5 overflow-hidden rounded-full bg-border"
    >
      <div className="h-full rounded-full bg-ring transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  );
}

/** The buttons below a step, with "Back" unless `onBack` is null. */
export function StepButtons({ onBack, children }: { onBack: (() => void) | null; children?: React.ReactNode }) {
  return onBack === null && children === undefined ? null : (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      {children}
      {onBack === null ? null : (
        <Button type="button" variant="ghost" onClick={onBack}>
          Back
        </Button>
      )}
    </div>
  );
}

/** A question and the available answers. */
export function QuestionStep({
  questionnaire,
  onAnswer,
  onBack,
}: {
  questionnaire: Questionnaire;
  onAnswer: (id: string) => void;
  onBack: (() => void) | null;
}) {
  const [explaining, setExplaining] = useState(false);
  const { step } = questionnaire;
  if (questionnaire.suggested !== null) return null;
  return (
    <div>
      <h3 className="mb-4 text-lg">{questionText(questionnaire.step)}</h3>
      <ul className="grid gap-2">
        {offeredAnswers(questionnaire).map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              // Ignore the second click of a double click, which would answer the next question unread.
              onClick={(event) => event.detail < 2 && onAnswer(id)}
              className="flex min-h-14 w-full items-center rounded-md border border-border px-4 text-left
                hover:border-input hover:bg-card"
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      {step === "who" || step === "storage" ? (
        <button
          type="button"
          className="link mt-4 inline-flex min-h-11 items-center text-sm text-muted-foreground"
          onClick={() => setExplaining(true)}
        >
          What is a team or studio?
        </button>
      ) : null}
      <StepButtons onBack={onBack} />
      <TeamOrStudio open={explaining} onClose={() => setExplaining(false)} />
    </div>
  );
}

/** The license that the answers suggest. */
export function SuggestionStep({
  questionnaire,
  action,
  onAccept,
  onBack,
}: {
  questionnaire: Questionnaire;
  action: string;
  onAccept: () => void;
  onBack: () => void;
}) {
  const { suggested } = questionnaire;
  if (suggested === null) return null;
  return (
    <div>
      <p className="text-muted-foreground">Your license is</p>
      <h3 className="mt-1 text-xl">{licenseLabel(suggested)}</h3>
      <p className="measure mt-2 text-muted-foreground">{suggestionText(suggested)}</p>
      <StepButtons onBack={onBack}>
        <Button type="button" onClick={onAccept}>
          {action}
        </Button>
      </StepButtons>
    </div>
  );
}
