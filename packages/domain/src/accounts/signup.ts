import { type DisposableDomains, GENERATED_PASSWORD_LENGTH, type SignupForm, signupProblems } from "./account.ts";
import { joinMessages } from "./account-messages.ts";
import { SIGNUP_TEXTS } from "./signup-messages.ts";
import { afterSignup } from "./onboarding.ts";

/** Letters and digits that are hard to mistake for one another, and two signs: 64, so that a byte picks one evenly. */
const PASSWORD_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_=+.!?";

/**
 * The password of a passwordless signup, from as many random bytes as it has characters; throws RangeError on fewer.
 * (ACC-01)
 */
export const generatedPassword = (bytes: ArrayLike<number>): string => {
  if (bytes.length < GENERATED_PASSWORD_LENGTH)
    throw new RangeError(`a password needs ${GENERATED_PASSWORD_LENGTH} random bytes, got ${bytes.length}`);
  return Array.from(
    { length: GENERATED_PASSWORD_LENGTH },
    (_, index) => PASSWORD_ALPHABET[(bytes[index] ?? 0) % PASSWORD_ALPHABET.length],
  ).join("");
};

/** Whether a signup makes a free subscriber: the one with a password does. (ACC-01) */
export const isFreeSubscriberSignup = (form: Pick<SignupForm, "password">): boolean => form.password !== null;

/** Where a signup stands. (ACC-01) */
export type Signup =
  | { readonly _tag: "idle" }
  | { readonly _tag: "signing-up" }
  | { readonly _tag: "logging-in" }
  | { readonly _tag: "failed"; readonly message: string }
  | { readonly _tag: "done"; readonly leadsTo: "/subscribed-to-free-plan" | null };

/** What happens to a signup. */
export type SignupEvent =
  | { readonly _tag: "submit"; readonly form: SignupForm; readonly disposable: DisposableDomains }
  | { readonly _tag: "registered" }
  | { readonly _tag: "signed-in"; readonly pathname: string }
  | { readonly _tag: "refused"; readonly message: string };

/** A signup before anything was typed. */
export const SIGNUP_IDLE: Signup = { _tag: "idle" };

/**
 * The signup after an event: submit, validate, register, sign in, and on from the page it was made on. A refusal stops
 * the loading and shows the server's message. (ACC-01, ACC-02, PLN-08)
 */
export const signupReducer = (state: Signup, event: SignupEvent): Signup => {
  switch (event._tag) {
    case "submit": {
      if (state._tag !== "idle" && state._tag !== "failed") return state;
      const problems = signupProblems(event.form, event.disposable);
      return problems.length === 0 ? { _tag: "signing-up" } : { _tag: "failed", message: joinMessages(problems) };
    }
    case "registered":
      return state._tag === "signing-up" ? { _tag: "logging-in" } : state;
    case "signed-in":
      return state._tag === "logging-in" ? { _tag: "done", leadsTo: afterSignup(event.pathname) } : state;
    case "refused":
      return state._tag === "signing-up" || state._tag === "logging-in"
        ? { _tag: "failed", message: event.message }
        : state;
  }
};

/** What stands on the button of a signup. (ACC-01) */
export const signupButtonText = (state: Signup): string => {
  switch (state._tag) {
    case "signing-up":
      return SIGNUP_TEXTS.signing_up;
    case "logging-in":
    case "done":
      return SIGNUP_TEXTS.logging_in;
    case "idle":
    case "failed":
      return SIGNUP_TEXTS.get_started;
  }
};
