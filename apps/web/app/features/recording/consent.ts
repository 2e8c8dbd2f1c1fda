import {
  type Consent,
  FINGERPRINT_COOKIE,
  FINGERPRINT_COOKIE_DAYS,
  REFUSED_CONSENT,
  consentOf,
} from "@backlot/domain/engagement/analytics";

declare global {
  interface Navigator {
    /** The browser's own signal against being tracked. */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Whether the browser itself asks not to be tracked. */
export const optsOut = (): boolean => navigator.globalPrivacyControl === true;

/** The fingerprint in this browser's cookie, or what stands in its place; null where there is none. */
export const storedFingerprint = (): string | null =>
  new RegExp(`(?:^|; )${FINGERPRINT_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? null;

/** What this browser's holder said to being recorded. (ANL-01) */
export const consentHere = (): Consent => consentOf(storedFingerprint(), optsOut());

/** A number of this browser's own: nothing of the machine is measured. */
const newFingerprint = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Keeps what this browser's holder says to being recorded; a refusal takes the fingerprint away. (ANL-01) */
export const keepConsent = (isAllowed: boolean): void => {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  const value = isAllowed ? newFingerprint() : REFUSED_CONSENT;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that the shop is used with has the Cookie Store
  document.cookie =
    `${FINGERPRINT_COOKIE}=${value}; Path=/; Max-Age=${FINGERPRINT_COOKIE_DAYS * 86_400}; ` + `SameSite=Lax${secure}`;
};
