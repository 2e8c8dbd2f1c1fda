import { GENERATED_PASSWORD_LENGTH, type SignupForm } from "./account.ts";
import { SIGNUP_TEXTS } from "./signup-messages.ts";

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

/** Returns whether a signup creates a free subscriber. Only signups with a password do. (ACC-01) */
export const isFreeSubscriberSignup = (form: Pick<SignupForm, "password">): boolean => form.password !== null;

/** The state of a signup. `leadsTo` is the page to show once it is done, or null to stay on the current one. */
export type Signup =
  | { readonly _tag: "idle" }
  | { readonly _tag: "signing-up" }
  | { readonly _tag: "logging-in" }
  | { readonly _tag: "failed"; readonly message: string }
  | { readonly _tag: "done"; readonly leadsTo: "/subscribed-to-free-plan" | null };

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
