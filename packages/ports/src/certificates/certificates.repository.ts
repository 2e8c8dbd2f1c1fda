import type { Certificate, Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A certificate and its owner. `superseded_at` is null for the owner's latest certificate. */
export interface StoredCertificate {
  readonly user_id: string;
  readonly certificate: Certificate;
  readonly superseded_at: Instant | null;
}

/** Read-only queries for issued certificates and their PDF files. */
export interface CertificateReads {
  readonly get: (number: string) => Effect.Effect<StoredCertificate | null>;
  /** Returns up to `limit` of an account's certificates, newest first, or all of them if `limit` is null. */
  readonly ofAccount: (accountId: string, limit: number | null) => Effect.Effect<readonly StoredCertificate[]>;
  /** Returns the PDF of an account's certificate, or null if the account has no certificate with this number. */
  readonly file: (accountId: string, number: string) => Effect.Effect<Uint8Array | null>;
}

/** Adds writes to {@link CertificateReads}. Only available inside a transaction. */
export interface Certificates extends CertificateReads {
  /** Stores a certificate with its PDF, and marks the account's earlier certificates as superseded. */
  readonly insert: (accountId: string, certificate: Certificate, file: Uint8Array) => Effect.Effect<void>;
}
