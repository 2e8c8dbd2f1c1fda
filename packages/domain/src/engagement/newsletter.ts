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

/** Where a newsletter sign-up stands. A failed step leads back to the form, which can be sent again. (NWS-01) */
export type Newsletter =
  | { readonly _tag: "form" }
  | { readonly _tag: "checking-captcha" }
  | { readonly _tag: "creating-contact" }
  | { readonly _tag: "adding-to-list"; readonly contact: string }
  | { readonly _tag: "failed"; readonly failure: NewsletterFailure }
  | { readonly _tag: "done" };

/** What happens to a newsletter sign-up. */
export type NewsletterEvent =
  | { readonly _tag: "submit"; readonly form: NewsletterForm; readonly captchaPassed: boolean }
  | { readonly _tag: "captcha-valid" }
  | { readonly _tag: "contact-created"; readonly contact: string }
  | { readonly _tag: "added-to-list" }
  | { readonly _tag: "failed"; readonly failure: NewsletterFailure };

/** The sign-up after an event: captcha, contact, list, thanks, each after the one before. (NWS-01) */
export const newsletterReducer = (state: Newsletter, event: NewsletterEvent): Newsletter => {
  switch (event._tag) {
    case "submit":
      return (state._tag === "form" || state._tag === "failed") && maySubmitNewsletter(event.form, event.captchaPassed)
        ? { _tag: "checking-captcha" }
        : state;
    case "captcha-valid":
      return state._tag === "checking-captcha" ? { _tag: "creating-contact" } : state;
    case "contact-created":
      return state._tag === "creating-contact" ? { _tag: "adding-to-list", contact: event.contact } : state;
    case "added-to-list":
      return state._tag === "adding-to-list" ? { _tag: "done" } : state;
    case "failed":
      return state._tag === "form" || state._tag === "done" ? state : { _tag: "failed", failure: event.failure };
  }
};
