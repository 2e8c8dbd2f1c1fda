import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import {
  type Questionnaire,
  type QuestionnaireFlow,
  acceptSuggestion,
  answerQuestion,
  formSent,
  questionnaireProgress,
  startQuestionnaire,
  stepBack,
} from "@backlot/domain/licensing/questionnaire";
import * as Result from "effect/Result";
import { useRef, useState } from "react";
import { useFocusOnChange } from "#app/hooks/use-focus-on-change.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { type KnownLicensee, type LicenseeDraft, LicenseeForm } from "./licensee-form.tsx";
import { ProgressBar, QuestionStep, StepButtons, SuggestionStep } from "../licensing/questionnaire-steps.tsx";

/** The license questions. The short flow ends with a suggestion. The Enterprise flow ends with the licensee form. */
export default function LicenseQuestions({
  flow,
  minimum,
  licensee = null,
  action,
  open,
  onClose,
  onDone,
}: {
  flow: QuestionnaireFlow;
  minimum: LicenseId;
  /** The user who fills in the Enterprise flow's form; null for a visitor. */
  licensee?: KnownLicensee | null;
  /** The label of the button that accepts the suggestion. */
  action: string;
  open: boolean;
  onClose: () => void;
  /** Called with the accepted license, and the License ID if the form was sent. */
  onDone: (license: LicenseId, token: string | null) => void;
}) {
  const [state, setState] = useState<Questionnaire>(() => startQuestionnaire(flow, minimum));
  const [token, setToken] = useState<string | null>(null);
  const part = useRef<HTMLDivElement>(null);
  const draft = useRef<LicenseeDraft | null>(null);
  useFocusOnChange(part, state.step);
  const { step, of } = questionnaireProgress(state, { hasAccount: licensee !== null });
  const back = (): void => setState(stepBack);
  const answer = (id: string): void =>
    setState((before) => {
      const next = answerQuestion(before, id);
      return Result.isSuccess(next) ? next.success : before;
    });
  const accept = (): void => {
    const next = acceptSuggestion(state);
    setState(next);
    if (next.step === "done" && next.suggested !== null) onDone(next.suggested, null);
  };
  return (
    <Dialog open={open} onClose={onClose} title="Find your license">
      <ProgressBar percent={(step / of) * 100} label={`Step ${step} of ${of}`} />
      <div ref={part} tabIndex={-1} className="focus:outline-none">
        {state.suggested === null ? (
          <QuestionStep questionnaire={state} onAnswer={answer} onBack={state.history.length === 0 ? null : back} />
        ) : state.step === "confirm" ? (
          <SuggestionStep
            questionnaire={state}
            action={flow === "enterprise" && licensee !== null ? "Continue" : action}
            onAccept={flow === "enterprise" && licensee === null ? () => onDone(state.suggested, null) : accept}
            onBack={back}
          />
        ) : state.step === "form" && licensee !== null ? (
          <LicenseeForm
            license={state.suggested}
            licensee={licensee}
            variant="minimal"
            draft={draft}
            submitText="Confirm License"
            onSaved={(newToken) => {
              setToken(newToken);
              setState(formSent);
            }}
            back={
              <Button type="button" variant="ghost" onClick={back}>
                Back
              </Button>
            }
          />
        ) : (
          <div>
            <Alert variant="success">
              {token === null
                ? "Your license is confirmed."
                : `Your license is confirmed. Your License ID is ${token}.`}
            </Alert>
            <StepButtons onBack={null}>
              <Button type="button" onClick={() => onDone(state.suggested, token)}>
                {action}
              </Button>
            </StepButtons>
          </div>
        )}
      </div>
    </Dialog>
  );
}
