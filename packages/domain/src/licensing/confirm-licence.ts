import { type LicenceId, type LicenceTypeId, typeOfLicence } from "./licence.ts";
import { type Questionnaire, answerQuestion, startQuestionnaire, stepBack } from "./questionnaire.ts";
import * as Result from "effect/Result";

/** A subscription, as far as confirming a licence looks at it. */
export interface ConfirmingSubscriber {
  readonly free_subscriber: boolean;
  /** The licence of the running subscription; null without one. */
  readonly license_id: LicenceId | null;
}

/** Where the confirm-licence modal stands. (LIC-07) */
export type ConfirmLicence =
  | { readonly _tag: "base" }
  | { readonly _tag: "questions"; readonly questionnaire: Questionnaire }
  | {
      readonly _tag: "licence-error";
      readonly questionnaire: Questionnaire;
      readonly current: LicenceTypeId;
      readonly suggested: LicenceTypeId;
    }
  | { readonly _tag: "agree"; readonly questionnaire: Questionnaire; readonly licence: LicenceId }
  | { readonly _tag: "form"; readonly questionnaire: Questionnaire; readonly licence: LicenceId }
  | { readonly _tag: "confirm"; readonly licence: LicenceId; readonly token: string }
  | { readonly _tag: "end" };

/** What happens to the modal. `token` is the License ID that the server answers. */
export type ConfirmLicenceEvent =
  | { readonly _tag: "start"; readonly minimum: LicenceId }
  | { readonly _tag: "answer"; readonly id: string }
  | { readonly _tag: "agreed" }
  | { readonly _tag: "submitted"; readonly token: string }
  | { readonly _tag: "back" }
  | { readonly _tag: "close" };

/** The modal before anything was done. */
export const CONFIRM_LICENCE_BASE: ConfirmLicence = { _tag: "base" };

/**
 * Whether a suggested licence is of another type than a paying subscriber's plan; free subscribers are excepted.
 * (LIC-07)
 */
export const licenceMismatch = (subscriber: ConfirmingSubscriber, suggested: LicenceId): boolean =>
  !subscriber.free_subscriber &&
  subscriber.license_id !== null &&
  typeOfLicence(subscriber.license_id) !== typeOfLicence(suggested);

/** The licence check after the questions: on to the agreement, or to the comparison of plans. */
const check = (questionnaire: Questionnaire, suggested: LicenceId, subscriber: ConfirmingSubscriber): ConfirmLicence =>
  licenceMismatch(subscriber, suggested) && subscriber.license_id !== null
    ? {
        _tag: "licence-error",
        questionnaire,
        current: typeOfLicence(subscriber.license_id),
        suggested: typeOfLicence(suggested),
      }
    : { _tag: "agree", questionnaire, licence: suggested };

const back = (state: ConfirmLicence): ConfirmLicence => {
  switch (state._tag) {
    case "questions":
      return state.questionnaire.history.length === 0
        ? CONFIRM_LICENCE_BASE
        : { _tag: "questions", questionnaire: stepBack(state.questionnaire) };
    case "licence-error":
    case "agree":
      return { _tag: "questions", questionnaire: stepBack(state.questionnaire) };
    case "form":
      return { _tag: "agree", questionnaire: state.questionnaire, licence: state.licence };
    case "base":
    case "confirm":
    case "end":
      return state;
  }
};

/** The modal after an event; one that does not belong to its stage changes nothing. (LIC-07) */
export const confirmLicenceReducer = (
  state: ConfirmLicence,
  event: ConfirmLicenceEvent,
  subscriber: ConfirmingSubscriber,
): ConfirmLicence => {
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
        ? { _tag: "form", questionnaire: state.questionnaire, licence: state.licence }
        : state;
    case "submitted":
      return state._tag === "form" ? { _tag: "confirm", licence: state.licence, token: event.token } : state;
    case "back":
      return back(state);
    case "close":
      return { _tag: "end" };
  }
};

const PLACE: Readonly<Record<ConfirmLicence["_tag"], number>> = {
  base: 0,
  questions: 1,
  "licence-error": 2,
  agree: 2,
  form: 3,
  confirm: 4,
  end: 4,
};

/** How full the modal's progress bar is, in percent. (LIC-07) */
export const confirmLicenceProgress = (state: ConfirmLicence): number => PLACE[state._tag] * 25;

/**
 * What the button of the comparison says: an upgrade where the suggested type is the higher one. Leads to /pricing.
 * (LIC-07)
 */
export const licenceErrorButton = (
  state: Extract<ConfirmLicence, { _tag: "licence-error" }>,
): "Upgrade" | "Downgrade" => (state.suggested > state.current ? "Upgrade" : "Downgrade");
