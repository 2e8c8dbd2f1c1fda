import * as Context from "effect/Context";
import type { Certificate } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A public key as a JSON Web Key. */
export interface CertificateKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly use: "sig";
}

/** The contents of a certificate's signed URL. */
export interface CertificateAddress {
  readonly number: string;
  readonly license_token: string;
  readonly license_id: number;
  readonly licensee: string;
  readonly issued_at: string;
}

/** Renders and signs certificates. */
export interface CertificateRenderer {
  /** Renders a certificate as a PDF with a QR code of its URL. The last line signs all bytes before it. */
  readonly print: (certificate: Certificate) => Effect.Effect<Uint8Array>;
  /** Returns the URL of the page that verifies a certificate. It carries the signed contents. */
  readonly address: (certificate: Certificate) => string;
  /** Returns the contents of a URL that we signed, or null if they were changed. */
  readonly readAddress: (said: string, signature: string) => CertificateAddress | null;
  /** Returns the public keys that verify certificates, the current one first. */
  readonly keys: () => readonly CertificateKey[];
}

/** The certificate renderer. */
export const CertificateRenderer = Context.Service<CertificateRenderer>("backlot/CertificateRenderer");
