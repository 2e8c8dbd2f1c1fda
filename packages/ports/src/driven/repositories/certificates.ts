import type { Certificate, Instant } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A certificate as it is kept. */
export interface StoredCertificate {
  readonly user_id: string;
  readonly certificate: Certificate;
  readonly superseded_at: Instant | null;
}

/** Certificates that were issued, with their files. (LIC-13) */
export interface CertificateReads {
  readonly get: (number: string) => Effect.Effect<StoredCertificate | null>;
  /** An account's certificates, the newest first. */
  readonly ofAccount: (accountId: string, limit: number | null) => Effect.Effect<readonly StoredCertificate[]>;
  /** The file of a certificate of an account; null for one of another. */
  readonly file: (accountId: string, number: string) => Effect.Effect<Uint8Array | null>;
}

/** Adds the writes and row locks to {@link CertificateReads}. */
export interface Certificates extends CertificateReads {
  /** Keeps a certificate with its file, and supersedes those before it; within a transaction. */
  readonly insert: (accountId: string, certificate: Certificate, file: Uint8Array) => Effect.Effect<void>;
}
