import { type LicenseId, type LicenseTypeId, typeOfLicense } from "./license.ts";
import { type Questionnaire, answerQuestion, startQuestionnaire, stepBack } from "./questionnaire.ts";
import * as Result from "effect/Result";

/** The fields of a subscription that confirming a license depends on. */
export interface ConfirmingSubscriber {
  readonly free_subscriber: boolean;
  /** The license of the current subscription, or null if there is none. */
  readonly license_id: LicenseId | null;
}

/**
 * The state of the confirm-license modal. `license` is the suggested one, and `token` the License ID from the server.
 */
export type ConfirmLicense =
  | { readonly _tag: "base" }
  | { readonly _tag: "questions"; readonly questionnaire: Questionnaire }
  | {
      readonly _tag: "license-error";
      readonly questionnaire: Questionnaire;
      readonly current: LicenseTypeId;
      readonly suggested: LicenseTypeId;
    }
  | { readonly _tag: "agree"; readonly questionnaire: Questionnaire; readonly license: LicenseId }
  | { readonly _tag: "form"; readonly questionnaire: Questionnaire; readonly license: LicenseId }
  | { readonly _tag: "confirm"; readonly license: LicenseId; readonly token: string }
  | { readonly _tag: "end" };

/** An event in the confirm-license modal. `token` is the License ID that the server returned. */
export type ConfirmLicenseEvent =
  | { readonly _tag: "start"; readonly minimum: LicenseId }
  | { readonly _tag: "answer"; readonly id: string }
  | { readonly _tag: "agreed" }
  | { readonly _tag: "submitted"; readonly token: string }
  | { readonly _tag: "back" }
  | { readonly _tag: "close" };

/** The state of the confirm-license modal when it opens, before the questions. */
export const CONFIRM_LICENSE_BASE: ConfirmLicense = { _tag: "base" };

/**
 * Returns whether a suggested license has a different type than a subscriber's plan. Always false for free subscribers
 * and without a plan.
 */
const licenseMismatch = (subscriber: ConfirmingSubscriber, suggested: LicenseId): boolean =>
  !subscriber.free_subscriber &&
  subscriber.license_id !== null &&
  typeOfLicense(subscriber.license_id) !== typeOfLicense(suggested);

/** Compares the suggested license with the plan: continues to the agreement, or to the license error. */
const check = (questionnaire: Questionnaire, suggested: LicenseId, subscriber: ConfirmingSubscriber): ConfirmLicense =>
  licenseMismatch(subscriber, suggested) && subscriber.license_id !== null
    ? {
        _tag: "license-error",
        questionnaire,
        current: typeOfLicense(subscriber.license_id),
        suggested: typeOfLicense(suggested),
      }
    : { _tag: "agree", questionnaire, license: suggested };

const back = (state: ConfirmLicense): ConfirmLicense => {
  switch (state._tag) {
    case "questions":
      return state.questionnaire.history.length === 0
        ? CONFIRM_LICENSE_BASE
        : { _tag: "questions", questionnaire: stepBack(state.questionnaire) };
    case "license-error":
    case "agree":
      return { _tag: "questions", questionnaire: stepBack(state.questionnaire) };
    case "form":
      return { _tag: "agree", questionnaire: state.questionnaire, license: state.license };
    case "base":
    case "confirm":
    case "end":
      return state;
  }
};

/** Returns the next state of the confirm-license modal. Ignores events that don't apply to the current step. */
export const confirmLicenseReducer = (
  state: ConfirmLicense,
  event: ConfirmLicenseEvent,
  subscriber: ConfirmingSubscriber,
): ConfirmLicense => {
  switch (event._tag) {
    case "start":
      return state._tag === "base"
        ? { _tag: "questions", questionnaire: startQuestionnaire("minimal", event.minimum) }
        : state;
    case "answer": {
      if (state._tag !== "questions") return state;
      const answered = answerQuestion(state.questionnaire, event.id);
      if (Result.isFailure(answered)) return state;
      const questionnaire = answered.success;
      return questionnaire.suggested === null
        ? { _tag: "questions", questionnaire }
        : check(questionnaire, questionnaire.suggested, subscriber);
    }
    case "agreed":
      return state._tag === "agree"
        ? { _tag: "form", questionnaire: state.questionnaire, license: state.license }
        : state;
    case "submitted":
      return state._tag === "form" ? { _tag: "confirm", license: state.license, token: event.token } : state;
    case "back":
      return back(state);
    case "close":
      return { _tag: "end" };
  }
};

const PLACE: Readonly<Record<ConfirmLicense["_tag"], number>> = {
  base: 0,
  questions: 1,
  "license-error": 2,
  agree: 2,
  form: 3,
  confirm: 4,
  end: 4,
};

/** Returns the progress of the confirm-license modal, in percent. */
export const confirmLicenseProgress = (state: ConfirmLicense): number => PLACE[state._tag] * 25;

/** Returns the label of the license error's button, which links to /pricing. */
export const licenseErrorButton = (
  state: Extract<ConfirmLicense, { _tag: "license-error" }>,
): "Upgrade" | "Downgrade" => (state.suggested > state.current ? "Upgrade" : "Downgrade");
