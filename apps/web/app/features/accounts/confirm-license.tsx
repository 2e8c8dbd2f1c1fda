import { licenseLabel, lowestLicenseOfType } from "@backlot/domain/licensing/license";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import {
  CONFIRM_LICENSE_BASE,
  type ConfirmLicense,
  type ConfirmLicenseEvent,
  confirmLicenseProgress,
  confirmLicenseReducer,
  licenseErrorButton,
} from "@backlot/domain/licensing/confirm-license";
import { LICENSING_MESSAGES, suggestionText } from "@backlot/domain/licensing/licensing-messages";
import { type RefObject, useEffect, useReducer, useRef } from "react";
import { Form, useRevalidator } from "react-router";
import { paths } from "#app/paths.ts";
import { useFocusOnChange } from "#app/hooks/use-focus-on-change.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { type ComparedVariant, LicenseErrorStep } from "../plans/license-error-step.tsx";
import { type KnownLicensee, type LicenseeDraft, LicenseeForm } from "./licensee-form.tsx";
import { ProgressBar, QuestionStep, StepButtons } from "../licensing/questionnaire-steps.tsx";

/** Account data that the license depends on. */
export interface ConfirmingAccount extends KnownLicensee {
  readonly minimum: LicenseId;
  readonly free_subscriber: boolean;
  /** The license of the current subscription, or null without one. */
  readonly license_id: LicenseId | null;
  /** The current plan, or null without one. */
  readonly plan: ComparedVariant | null;
}

const isStage = <T extends ConfirmLicense["_tag"]>(
  state: ConfirmLicense,
  tag: T,
): state is Extract<ConfirmLicense, { _tag: T }> => state._tag === tag;

function Stage({
  state,
  account,
  draft,
  dispatch,
}: {
  state: ConfirmLicense;
  draft: RefObject<LicenseeDraft | null>;
  account: ConfirmingAccount;
  dispatch: (event: ConfirmLicenseEvent) => void;
}) {
  const back = (): void => dispatch({ _tag: "back" });
  switch (state._tag) {
    case "base":
      return (
        <div>
          <p className="measure text-muted-foreground">
            Answer a few questions to confirm your license and get your License ID. It takes a minute.
          </p>
          <StepButtons onBack={null}>
            <Button type="button" onClick={() => dispatch({ _tag: "start", minimum: account.minimum })}>
              Start
            </Button>
          </StepButtons>
        </div>
      );
    case "questions":
      return (
        <QuestionStep
          questionnaire={state.questionnaire}
          onAnswer={(id) => dispatch({ _tag: "answer", id })}
          onBack={back}
        />
      );
    case "license-error":
      return (
        <LicenseErrorStep
          current={account.license_id ?? lowestLicenseOfType(state.current)}
          suggested={state.questionnaire.suggested ?? lowestLicenseOfType(state.suggested)}
          plan={account.plan}
          button={licenseErrorButton(state)}
          onBack={back}
        />
      );
    case "agree":
      return (
        <div>
          <p className="text-muted-foreground">Your license is</p>
          <h3 className="mt-1 text-xl">{licenseLabel(state.license)}</h3>
          <p className="measure mt-2 text-muted-foreground">{suggestionText(state.license)}</p>
          <p className="measure mt-2 text-muted-foreground">
            Does this describe your work? You can upgrade your license later, but not downgrade it.
          </p>
          <StepButtons onBack={back}>
            <Button type="button" onClick={() => dispatch({ _tag: "agreed" })}>
              I agree
            </Button>
          </StepButtons>
        </div>
      );
    case "form":
      return (
        <LicenseeForm
          license={state.license}
          licensee={account}
          draft={draft}
          submitText={LICENSING_MESSAGES.confirm_license}
          onSaved={(token) => dispatch({ _tag: "submitted", token })}
          back={
            <Button type="button" variant="ghost" onClick={back}>
              Back
            </Button>
          }
        />
      );
    case "confirm":
      return (
        <div>
          <Alert variant="success">{`Your ${licenseLabel(state.license)} license is confirmed.`}</Alert>
          <p className="mt-5 text-sm text-muted-foreground">License ID</p>
          <p className="tabular-nums text-xl font-semibold tracking-wide">{state.token}</p>
          <p className="measure mt-2 text-muted-foreground">You can always find it in your profile.</p>
          <StepButtons onBack={null}>
            <Button type="button" onClick={() => dispatch({ _tag: "close" })}>
              Close window
            </Button>
          </StepButtons>
        </div>
      );
    case "end":
      return null;
  }
}

/** The dialog to confirm an account's license: questions, agreement, licensee form, and License ID. */
export default function ConfirmLicenseDialog({
  account,
  open,
  onClose,
  isRequired = false,
}: {
  account: ConfirmingAccount;
  open: boolean;
  onClose: () => void;
  /** Whether the account can only finish the confirmation or sign out. */
  isRequired?: boolean;
}) {
  const { free_subscriber, license_id } = account;
  const [state, dispatch] = useReducer(
    (before: ConfirmLicense, event: ConfirmLicenseEvent) =>
      confirmLicenseReducer(before, event, { free_subscriber, license_id }),
    CONFIRM_LICENSE_BASE,
  );
  const { revalidate } = useRevalidator();
  const part = useRef<HTMLDivElement>(null);
  const draft = useRef<LicenseeDraft | null>(null);
  const step = isStage(state, "questions") ? state.questionnaire.step : "";
  useFocusOnChange(part, `${state._tag} ${step}`);
  const isOver = isStage(state, "end");
  useEffect(() => {
    if (!isOver) return;
    onClose();
    // The button that opened the dialog unmounts once the license is confirmed.
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [isOver, onClose]);
  const close = (): void => {
    // Reload, so that the page shows the License ID.
    void revalidate();
    onClose();
  };
  return (
    <Dialog open={open && !isOver} onClose={close} title={LICENSING_MESSAGES.confirm_license} isRequired={isRequired}>
      <ProgressBar percent={confirmLicenseProgress(state)} label="Progress" />
      <div ref={part} tabIndex={-1} className="focus:outline-none">
        <Stage state={state} account={account} draft={draft} dispatch={dispatch} />
      </div>
      {isRequired ? (
        <Form method="post" action={paths.signOut} className="mt-6">
          <button type="submit" className="link min-h-11 text-sm text-muted-foreground">
            Sign out
          </button>
        </Form>
      ) : null}
    </Dialog>
  );
}
