import { emailProblem, nameProblem } from "../accounts/account.ts";
import type { AccountMessage } from "../accounts/account-messages.ts";
import { type Instant, epochMs, instant } from "../kernel/calendar.ts";

/** A contact, with the field names that the form and the mailing list use. */
export interface NewsletterForm {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The mailing list's status code for "subscribed". */
export const LIST_STATUS_SUBSCRIBED = 1;

/** How long a passed captcha is valid, in minutes. */
export const CAPTCHA_PASS_MINUTES = 10;

/** Returns when a captcha pass issued at `at` expires. */
export const captchaPassExpiry = (at: Instant): Instant => instant(epochMs(at) + CAPTCHA_PASS_MINUTES * 60_000);

/** Returns the form's errors by field; empty if the form is valid. */
export const newsletterProblems = (
  form: NewsletterForm,
): Readonly<Partial<Record<keyof NewsletterForm, AccountMessage>>> => {
  const [firstName, lastName] = [nameProblem("first_name", form.firstName), nameProblem("last_name", form.lastName)];
  const email = emailProblem(form.email);
  return {
    ...(firstName === null ? {} : { firstName }),
    ...(lastName === null ? {} : { lastName }),
    ...(email === null ? {} : { email: email === "invalid_email" ? "invalid_email_address" : email }),
  };
};

/** Returns whether to show a field as invalid. True if it has an error and has had focus (`visited`). */
export const showsFieldError = (
  form: NewsletterForm,
  field: keyof NewsletterForm,
  visited: ReadonlySet<keyof NewsletterForm>,
): boolean => visited.has(field) && newsletterProblems(form)[field] !== undefined;

/** Returns whether the form can be submitted. True if the captcha has passed and the form is valid. */
export const maySubmitNewsletter = (form: NewsletterForm, captchaPassed: boolean): boolean =>
  captchaPassed && Object.keys(newsletterProblems(form)).length === 0;

/** The reason why a step of the sign-up failed. */
export type NewsletterFailure =
  | { readonly _tag: "CaptchaRefused"; readonly message: string }
  | { readonly _tag: "CaptchaUnreachable"; readonly message: string }
  | { readonly _tag: "AlreadySubscribed" }
  /** An error that the visitor can fix, with the server's message. */
  | { readonly _tag: "ContactRefused"; readonly message: string }
  | { readonly _tag: "ContactFailed" }
  | { readonly _tag: "ListFailed" };

/**
 * Error codes whose message we show because the visitor can act on it. After any other error, the visitor can simply
 * retry.
 */
const TOLD: readonly string[] = ["forbidden", "invalid_request", "too_many_attempts"];

/**
 * Returns the failure for an API error. Includes the server's message if the visitor can act on it. Otherwise, returns
 * `otherwise`, that step's generic failure.
 */
export const refusedStep = (
  refusal: { readonly code: string; readonly message: string },
  otherwise: Extract<NewsletterFailure, { readonly _tag: "ContactFailed" | "ListFailed" }>["_tag"],
): NewsletterFailure =>
  TOLD.includes(refusal.code) ? { _tag: "ContactRefused", message: refusal.message } : { _tag: otherwise };

/** A created contact: its id in the store, and its email. */
export interface MadeContact {
  readonly contact: string;
  readonly email: string;
}

type AddingToList = { readonly _tag: "adding-to-list" } & MadeContact;

/** The state of a sign-up. A failed step returns to the form, which can be submitted again. */
export type Newsletter =
  | { readonly _tag: "form" }
  | { readonly _tag: "checking-captcha" }
  | { readonly _tag: "creating-contact" }
  | AddingToList
  /**
   * `unlisted` is a contact that was created but is not on the list yet, or null. A retry must not create it again,
   * because the API would reject it as already subscribed.
   */
  | { readonly _tag: "failed"; readonly failure: NewsletterFailure; readonly unlisted: AddingToList | null }
  | { readonly _tag: "done" };

/** An event in a newsletter sign-up: the form was submitted, or a step succeeded or failed. */
export type NewsletterEvent =
  | { readonly _tag: "submit"; readonly form: NewsletterForm; readonly captchaPassed: boolean }
  | { readonly _tag: "captcha-valid" }
  | ({ readonly _tag: "contact-created" } & MadeContact)
  | { readonly _tag: "added-to-list" }
  | { readonly _tag: "failed"; readonly failure: NewsletterFailure };

/**
 * Returns the next state of a sign-up, whose steps run in order: captcha, contact, list. Ignores events that don't
 * apply to the current state.
 */
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
