import {
  type Consent,
  FINGERPRINT_COOKIE,
  FINGERPRINT_COOKIE_DAYS,
  REFUSED_CONSENT,
  consentOf,
  givenConsent,
  recordedFingerprint,
} from "@backlot/domain/engagement/analytics";

declare global {
  interface Navigator {
    /** The browser's own signal against being tracked. */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Whether the browser itself asks not to be tracked. */
export const optsOut = (): boolean => navigator.globalPrivacyControl === true;

/** What this browser's cookie holds; null where there is none. */
const stored = (): string | null =>
  new RegExp(`(?:^|; )${FINGERPRINT_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? null;

/** The fingerprint that this browser is recorded under; null where it is not. */
export const fingerprintHere = (): string | null => recordedFingerprint(stored(), optsOut());

/** What this browser's holder said to being recorded. (ANL-01) */
export const consentHere = (): Consent => consentOf(stored(), optsOut());

/** A number of this browser's own: nothing of the machine is measured. */
const newFingerprint = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Keeps what this browser's holder says to being recorded, for as long as the browser lets a script: a refusal takes
 * the fingerprint away, and who allows it again keeps theirs. (ANL-01)
 */
export const keepConsent = (isAllowed: boolean): void => {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  const value = isAllowed ? givenConsent(fingerprintHere() ?? newFingerprint()) : REFUSED_CONSENT;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that the shop is used with has the Cookie Store
  document.cookie =
    `${FINGERPRINT_COOKIE}=${value}; Path=/; Max-Age=${FINGERPRINT_COOKIE_DAYS * 86_400}; ` + `SameSite=Lax${secure}`;
};
