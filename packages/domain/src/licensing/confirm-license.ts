import { type LicenseId, type LicenseTypeId, typeOfLicense } from "./license.ts";
import { type Questionnaire, answerQuestion, startQuestionnaire, stepBack } from "./questionnaire.ts";
import * as Result from "effect/Result";

/** A subscription, as far as confirming a license looks at it. */
export interface ConfirmingSubscriber {
  readonly free_subscriber: boolean;
  /** The license of the running subscription; null without one. */
  readonly license_id: LicenseId | null;
}

/** Where the confirm-license modal stands. (LIC-07) */
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

/** What happens to the modal. `token` is the License ID that the server answers. */
export type ConfirmLicenseEvent =
  | { readonly _tag: "start"; readonly minimum: LicenseId }
  | { readonly _tag: "answer"; readonly id: string }
  | { readonly _tag: "agreed" }
  | { readonly _tag: "submitted"; readonly token: string }
  | { readonly _tag: "back" }
  | { readonly _tag: "close" };

/** The modal before anything was done. */
export const CONFIRM_LICENSE_BASE: ConfirmLicense = { _tag: "base" };

/**
 * Whether a suggested license is of another type than a paying subscriber's plan; free subscribers are excepted.
 * (LIC-07)
 */
export const licenseMismatch = (subscriber: ConfirmingSubscriber, suggested: LicenseId): boolean =>
  !subscriber.free_subscriber &&
  subscriber.license_id !== null &&
  typeOfLicense(subscriber.license_id) !== typeOfLicense(suggested);

/** The license check after the questions: on to the agreement, or to the comparison of plans. */
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

/** The modal after an event; one that does not belong to its stage changes nothing. (LIC-07) */
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

/** How full the modal's progress bar is, in percent. (LIC-07) */
export const confirmLicenseProgress = (state: ConfirmLicense): number => PLACE[state._tag] * 25;

/**
 * What the button of the comparison says: an upgrade where the suggested type is the higher one. Leads to /pricing.
 * (LIC-07)
 */
export const licenseErrorButton = (
  state: Extract<ConfirmLicense, { _tag: "license-error" }>,
): "Upgrade" | "Downgrade" => (state.suggested > state.current ? "Upgrade" : "Downgrade");
