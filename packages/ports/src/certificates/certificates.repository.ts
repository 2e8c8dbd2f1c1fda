import type { Certificate, Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A stored certificate. */
export interface StoredCertificate {
  readonly user_id: string;
  readonly certificate: Certificate;
  readonly superseded_at: Instant | null;
}

/** Issued certificates with their files. */
export interface CertificateReads {
  readonly get: (number: string) => Effect.Effect<StoredCertificate | null>;
  /** Returns an account's certificates, newest first. */
  readonly ofAccount: (accountId: string, limit: number | null) => Effect.Effect<readonly StoredCertificate[]>;
  /** Returns the file of an account's certificate, or null if the certificate is not this account's. */
  readonly file: (accountId: string, number: string) => Effect.Effect<Uint8Array | null>;
}

/** Adds the writes to {@link CertificateReads}. */
export interface Certificates extends CertificateReads {
  /** Stores a certificate with its file, and supersedes the account's earlier ones. Call it in a transaction. */
  readonly insert: (accountId: string, certificate: Certificate, file: Uint8Array) => Effect.Effect<void>;
}
