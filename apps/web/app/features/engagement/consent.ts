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
    /** Global Privacy Control. */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Returns whether the browser sends Global Privacy Control. */
export const optsOut = (): boolean => navigator.globalPrivacyControl === true;

/** Returns the value of the consent cookie, or null. */
const consentCookie = (): string | null =>
  new RegExp(`(?:^|; )${FINGERPRINT_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? null;

/** Returns the fingerprint that this browser is recorded under, or null if it is not recorded. */
export const fingerprintHere = (): string | null => recordedFingerprint(consentCookie(), optsOut());

/** Returns the user's choice about recording: allowed, refused, or not asked yet. */
export const consentHere = (): Consent => consentOf(consentCookie(), optsOut());

/** Returns a random id. It is not derived from the device. */
const newFingerprint = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Stores the user's consent for as long as browsers let a script store cookies. A refusal deletes the fingerprint;
 * allowing again while already allowed keeps it.
 */
export const keepConsent = (isAllowed: boolean): void => {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  const value = isAllowed ? givenConsent(fingerprintHere() ?? newFingerprint()) : REFUSED_CONSENT;
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API
  document.cookie =
    `${FINGERPRINT_COOKIE}=${value}; Path=/; Max-Age=${FINGERPRINT_COOKIE_DAYS * 86_400}; ` + `SameSite=Lax${secure}`;
};
