import * as Context from "effect/Context";
import type { Certificate } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A public key as JSON Web Keys are written. (LIC-13) */
export interface CertificateKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly use: "sig";
}

/** What the signed address of a certificate says of it. */
export interface CertificateAddress {
  readonly number: string;
  readonly license_token: string;
  readonly license_id: number;
  readonly licensee: string;
  readonly issued_at: string;
}

/** Draws certificates and signs them. (LIC-13) */
export interface CertificatePress {
  /** The certificate as a PDF whose last line signs all bytes before it, with a code that leads to its address. */
  readonly print: (certificate: Certificate) => Effect.Effect<Uint8Array>;
  /** The page that verifies a certificate, with what it states signed. */
  readonly address: (certificate: Certificate) => string;
  /** What an address says that we signed; null where it was changed. */
  readonly readAddress: (said: string, signature: string) => CertificateAddress | null;
  /** The keys that certificates can be verified with, the present one first. */
  readonly keys: () => readonly CertificateKey[];
}

/** The certificate renderer. */
export const CertificatePress = Context.Service<CertificatePress>("backlot/CertificatePress");
