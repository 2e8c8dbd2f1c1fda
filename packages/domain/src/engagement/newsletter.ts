import { isEmail } from "../accounts/account.ts";
import type { AccountMessage } from "../accounts/account-messages.ts";
import { type Instant, epochMs, instant } from "../kernel/calendar.ts";

/** A contact as the newsletter form and the mailing list spell it. (NWS-01) */
export interface NewsletterForm {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The status with which a contact joins a list: subscribed. (NWS-01) */
export const LIST_STATUS_SUBSCRIBED = 1;

/** For how many minutes who passed the captcha may go on with the newsletter. (NWS-01) */
export const CAPTCHA_PASS_MINUTES = 10;

/** When a pass of the captcha is over that is given now. (NWS-01) */
export const captchaPassExpiry = (at: Instant): Instant => instant(epochMs(at) + CAPTCHA_PASS_MINUTES * 60_000);

/** What is wrong with a newsletter form, by field; empty when it may be sent. (NWS-01) */
export const newsletterProblems = (
  form: NewsletterForm,
): Readonly<Partial<Record<keyof NewsletterForm, AccountMessage>>> => ({
  ...(form.firstName.trim() === "" ? { firstName: "first_name_required" as const } : {}),
  ...(form.lastName.trim() === "" ? { lastName: "last_name_required" as const } : {}),
  ...(form.email.trim() === ""
    ? { email: "email_required" as const }
    : isEmail(form.email.trim())
      ? {}
      : { email: "invalid_email_address" as const }),
});

/** Whether a field has a red border: it is wrong, and was in focus before. (NWS-01) */
export const showsFieldError = (
  form: NewsletterForm,
  field: keyof NewsletterForm,
  visited: ReadonlySet<keyof NewsletterForm>,
): boolean => visited.has(field) && newsletterProblems(form)[field] !== undefined;

/** Whether the form may be submitted: the captcha has passed and nothing is wrong. (NWS-01) */
export const maySubmitNewsletter = (form: NewsletterForm, captchaPassed: boolean): boolean =>
  captchaPassed && Object.keys(newsletterProblems(form)).length === 0;

/** Why a step of the newsletter sign-up failed. */
export type NewsletterFailure =
  | { readonly _tag: "CaptchaRefused"; readonly message: string }
  | { readonly _tag: "CaptchaUnreachable"; readonly message: string }
  | { readonly _tag: "AlreadySubscribed" }
  /** Something that the visitor can set right, in the store's own words. */
  | { readonly _tag: "ContactRefused"; readonly message: string }
  | { readonly _tag: "ContactFailed" }
  | { readonly _tag: "ListFailed" };

/** Refusals that the visitor can set right; the others may be tried again as they are. */
const TOLD: readonly string[] = ["forbidden", "invalid_request", "too_many_attempts"];

/** What a refusal of the store's means for a sign-up; `otherwise` is the failure of a step that may be tried again. */
export const refusedStep = (
  refusal: { readonly code: string; readonly message: string },
  otherwise: Extract<NewsletterFailure, { readonly _tag: "ContactFailed" | "ListFailed" }>["_tag"],
): NewsletterFailure =>
  TOLD.includes(refusal.code) ? { _tag: "ContactRefused", message: refusal.message } : { _tag: otherwise };

/** A contact that was made for an address, by the name that the store gave it. */
export interface MadeContact {
  readonly contact: string;
  readonly email: string;
}

/** A contact on its way to the list. */
type AddingToList = { readonly _tag: "adding-to-list" } & MadeContact;

/** Where a newsletter sign-up stands. A failed step leads back to the form, which can be sent again. (NWS-01) */
export type Newsletter =
  | { readonly _tag: "form" }
  | { readonly _tag: "checking-captcha" }
  | { readonly _tag: "creating-contact" }
  | AddingToList
  /** `unlisted` is a contact that waits for its list alone: made again it would be taken for one that is on it. */
  | { readonly _tag: "failed"; readonly failure: NewsletterFailure; readonly unlisted: AddingToList | null }
  | { readonly _tag: "done" };

/** What happens to a newsletter sign-up. */
export type NewsletterEvent =
  | { readonly _tag: "submit"; readonly form: NewsletterForm; readonly captchaPassed: boolean }
  | { readonly _tag: "captcha-valid" }
  | ({ readonly _tag: "contact-created" } & MadeContact)
  | { readonly _tag: "added-to-list" }
  | { readonly _tag: "failed"; readonly failure: NewsletterFailure };

/** The sign-up after an event: captcha, contact, list, thanks, each after the one before. (NWS-01) */
export const newsletterReducer = (state: Newsletter, event: NewsletterEvent): Newsletter => {
  switch (event._tag) {
    case "submit": {
      if (state._tag !== "form" && state._tag !== "failed") return state;
      if (!maySubmitNewsletter(event.form, event.captchaPassed)) return state;
      const unlisted = state._tag === "failed" ? state.unlisted : null;
      return unlisted?.email === event.form.email ? unlisted : { _tag: "checking-captcha" };
    }
    case "captcha-valid":
      return state._tag === "checking-captcha" ? { _tag: "creating-contact" } : state;
    case "contact-created":
      return state._tag === "creating-contact" ? { ...event, _tag: "adding-to-list" } : state;
    case "added-to-list":
      return state._tag === "adding-to-list" ? { _tag: "done" } : state;
    case "failed": {
      if (state._tag === "form" || state._tag === "done") return state;
      const isUnlisted = state._tag === "adding-to-list" && event.failure._tag === "ListFailed";
      return { ...event, unlisted: isUnlisted ? state : null };
    }
  }
};
