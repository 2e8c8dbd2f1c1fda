import { type DisposableDomains, GENERATED_PASSWORD_LENGTH, type SignupForm, signupProblems } from "./account.ts";
import { joinMessages } from "./account-messages.ts";
import { SIGNUP_TEXTS } from "./signup-messages.ts";
import { afterSignup } from "./onboarding.ts";

/**
 * Letters, digits, and symbols without lookalikes. There are exactly 64, so that a random byte modulo 64 picks each
 * with the same probability.
 */
const PASSWORD_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_=+.!?";

/**
 * Returns a password for a passwordless signup, made from random bytes. Throws RangeError if there are fewer than
 * `GENERATED_PASSWORD_LENGTH`.
 */
export const generatedPassword = (bytes: ArrayLike<number>): string => {
  if (bytes.length < GENERATED_PASSWORD_LENGTH)
    throw new RangeError(`a password needs ${GENERATED_PASSWORD_LENGTH} random bytes, got ${bytes.length}`);
  return Array.from(
    { length: GENERATED_PASSWORD_LENGTH },
    (_, index) => PASSWORD_ALPHABET[(bytes[index] ?? 0) % PASSWORD_ALPHABET.length],
  ).join("");
};

/** Returns whether a signup creates a free subscriber: only signups with a password do. (ACC-01) */
export const isFreeSubscriberSignup = (form: Pick<SignupForm, "password">): boolean => form.password !== null;

/** The state of a signup. `leadsTo` is the page to show once it is done, or null to stay on the current one. */
export type Signup =
  | { readonly _tag: "idle" }
  | { readonly _tag: "signing-up" }
  | { readonly _tag: "logging-in" }
  | { readonly _tag: "failed"; readonly message: string }
  | { readonly _tag: "done"; readonly leadsTo: "/subscribed-to-free-plan" | null };

/** An event in a signup: the form was submitted, or the server accepted or refused a step. */
export type SignupEvent =
  | { readonly _tag: "submit"; readonly form: SignupForm; readonly disposable: DisposableDomains }
  | { readonly _tag: "registered" }
  | { readonly _tag: "signed-in"; readonly pathname: string }
  | { readonly _tag: "refused"; readonly message: string };

/** The state of a signup before its form is submitted. */
export const SIGNUP_IDLE: Signup = { _tag: "idle" };

/**
 * Returns the next state of a signup, which validates the form, registers, and signs in, in that order. A failure shows
 * its message and allows another attempt. Ignores events that don't apply to the current state.
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

/** Returns the label of the sign-up button, which names the step in progress. */
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
