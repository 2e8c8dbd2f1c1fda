import type { ProviderCall } from "../driven/payment-errors.ts";

/** The objects created at a provider, and the settings for them. A setting's value may be a secret. */
export interface CreatedSetup {
  /** The outcome, as a sentence. */
  readonly says: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** The result of one check of a provider's account. */
export interface SetupFinding {
  /** The subject of the check, such as "Webhook". */
  readonly what: string;
  /** "by-hand" means that a person has to check it, because the provider's API doesn't expose it. */
  readonly state: "ok" | "wrong" | "by-hand";
  /** The finding, as a sentence. */
  readonly says: string;
  /** The fix, as a sentence; null if there is nothing to fix. */
  readonly remedy: string | null;
  /** Fixes the problem at the provider; null if a person has to do it. */
  readonly create: ProviderCall<CreatedSetup> | null;
}

/** Returns the finding for something that is set up correctly. */
export const setupOk = (what: string, says: string): SetupFinding => ({
  what,
  state: "ok",
  says,
  remedy: null,
  create: null,
});

/** Returns the finding for something that is missing or wrong, with its remedy. */
export const setupWrong = (
  what: string,
  says: string,
  remedy: string,
  create: SetupFinding["create"] = null,
): SetupFinding => ({ what, state: "wrong", says, remedy, create });

/** Returns the finding for something that a person has to check. */
export const setupByHand = (what: string, says: string, remedy: string): SetupFinding => ({
  what,
  state: "by-hand",
  says,
  remedy,
  create: null,
});

/** The addresses of machines and local networks, which can't be reached from outside. */
const LOCAL_ADDRESS = /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)\.[\d.]+$/;

/** Returns whether a provider can reach a URL: over https, and not on this machine or in its network. */
export const isPublicUrl = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  const isName = hostname.includes(".") && !/\.(local|localhost|internal)$/.test(hostname);
  return protocol === "https:" && isName && !LOCAL_ADDRESS.test(hostname);
};

/**
 * Returns the finding for a store without a public URL, to which a provider can't send events. With test keys, it
 * includes an interim step.
 */
export const setupUnreachable = (what: string, url: string, isTest: boolean, meanwhile: string): SetupFinding => {
  const says = `${url} isn't public, so it can't receive events.`;
  return isTest
    ? setupByHand(what, says, meanwhile)
    : setupWrong(what, says, "Set PUBLIC_URL to the store's https URL.");
};

/** Checks a payment provider's account through its API before the store opens. */
export interface ProviderSetup {
  readonly name: string;
  /** Checks everything that the store needs. Changes nothing. */
  readonly check: ProviderCall<readonly SetupFinding[]>;
}

/** A rehearsed step: a sentence about what happened or what a person has to do before the next step, or its error. */
export type RehearsedStep =
  | { readonly what: string; readonly state: "done" | "waiting"; readonly says: string }
  | { readonly what: string; readonly state: "failed"; readonly error: unknown };

/** A rehearsal of the purchases that a store makes, with test keys. It ends with the first step that fails. */
export type Rehearsal = AsyncIterable<RehearsedStep>;

/** A step to rehearse. `act` returns the step's text. If a step waits, its text tells a person what to do. */
export interface RehearsalStep {
  readonly what: string;
  readonly waits?: true;
  readonly act: () => Promise<string>;
}

/** Why a step failed, as a sentence. */
export class RehearsalFailed extends Error {}

/** Runs steps in order until one fails. */
export async function* rehearse(steps: readonly RehearsalStep[]): Rehearsal {
  for (const { what, waits, act } of steps) {
    try {
      yield { what, state: waits === true ? "waiting" : "done", says: await act() };
    } catch (error) {
      yield { what, state: "failed", error };
      return;
    }
  }
}
