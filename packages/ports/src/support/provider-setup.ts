import type { ProviderCall } from "../driven/payment-errors.ts";

/** What was created at a provider, and the settings that name it. A setting's value may be a secret. */
export interface CreatedSetup {
  /** What happened, as a sentence. */
  readonly says: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** What one check of a provider's account found. */
export interface SetupFinding {
  /** What was checked, such as "Webhook". */
  readonly what: string;
  /** "by-hand" is what the provider's API doesn't tell: a person has to look. */
  readonly state: "ok" | "wrong" | "by-hand";
  /** What was found, as a sentence. */
  readonly says: string;
  /** What to do about it, as a sentence; null if there is nothing to do. */
  readonly remedy: string | null;
  /** Creates or changes what is missing; null if that takes a person. */
  readonly create: ProviderCall<CreatedSetup> | null;
}

/** Returns the finding that something is as the store needs it. */
export const setupOk = (what: string, says: string): SetupFinding => ({
  what,
  state: "ok",
  says,
  remedy: null,
  create: null,
});

/** Returns the finding that something is missing or wrong, with what to do about it. */
export const setupWrong = (
  what: string,
  says: string,
  remedy: string,
  create: SetupFinding["create"] = null,
): SetupFinding => ({ what, state: "wrong", says, remedy, create });

/** Returns the finding that a person has to look at something. */
export const setupByHand = (what: string, says: string, remedy: string): SetupFinding => ({
  what,
  state: "by-hand",
  says,
  remedy,
  create: null,
});

/** The account of a payment provider, as its API shows it before the store opens. */
export interface ProviderSetup {
  readonly name: string;
  /** Checks everything that the store needs. Changes nothing. */
  readonly check: ProviderCall<readonly SetupFinding[]>;
}

/** One step of a rehearsal: what happened, why it failed, or what a person has to do before it continues. */
export interface RehearsedStep {
  readonly what: string;
  readonly state: "done" | "failed" | "waiting";
  readonly says: string;
}

/** A rehearsal of the purchases that a store makes, with test keys. Each step depends on those before it. */
export type Rehearsal = AsyncIterable<RehearsedStep>;
