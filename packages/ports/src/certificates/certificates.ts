import * as Context from "effect/Context";
import type { Certificate } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A public key that verifies certificates, as a JSON Web Key. */
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
  /**
   * Renders a certificate as a PDF with a QR code of its URL. The PDF's last line is a signature of all bytes before
   * it. `seller` is the licensor's name.
   */
  readonly print: (certificate: Certificate, seller: string) => Effect.Effect<Uint8Array>;
  /** Returns the distinct characters in the texts that none of the renderer's fonts can print. */
  readonly unprintable: (texts: readonly string[]) => Effect.Effect<readonly string[]>;
  /** Returns the URL of the page that verifies a certificate. The URL contains the signed contents. */
  readonly address: (certificate: Certificate) => string;
  /**
   * Returns the decoded contents of a certificate's URL, or null if the signature doesn't match. `payload` is the
   * encoded contents.
   */
  readonly readAddress: (payload: string, signature: string) => CertificateAddress | null;
  /** Returns the public keys that verify certificates, the current one first. */
  readonly keys: () => readonly CertificateKey[];
}

export const CertificateRenderer = Context.Service<CertificateRenderer>("backlot/CertificateRenderer");
