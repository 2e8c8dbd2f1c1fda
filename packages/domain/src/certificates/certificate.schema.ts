import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { LicenseId } from "../licensing/license.schema.ts";

/**
 * A plan period or an item that a certificate covers, with the license under which it was bought. `source` is the
 * payment or grant behind it.
 */
export const Covered = Schema.Union([
  Schema.Struct({
    kind: Schema.Literals(["plan"]),
    label: Schema.String,
    from: Instant,
    to: Instant,
    source: Schema.String,
    license_id: LicenseId,
  }),
  Schema.Struct({
    kind: Schema.Literals(["item"]),
    label: Schema.String,
    source: Schema.String,
    license_id: LicenseId,
  }),
]);
export type Covered = typeof Covered.Type;

/**
 * The content of a certificate, except its number and date. `company_name` or `name` is null if the licensee has none.
 */
export const CertificateFacts = Schema.Struct({
  /** The License ID of the licensee's profile. */
  license_token: Schema.String,
  /** The lowest of the licenses that it covers. */
  license_id: LicenseId,
  company_name: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  address: Schema.String,
  terms_version: Schema.String,
  covered: Schema.Array(Covered),
});
export type CertificateFacts = typeof CertificateFacts.Type;

/** An issued certificate: its facts, its number, and when it was issued. */
export const Certificate = Schema.Struct({
  number: Schema.String,
  issued_at: Instant,
  ...CertificateFacts.fields,
});
export type Certificate = typeof Certificate.Type;

/**
 * Whether a certificate is valid. "superseded" means that a newer certificate was issued. "revoked" means that
 * something it covers was refunded or lost in a dispute.
 */
export const CertificateStatus = Schema.Literals(["valid", "superseded", "revoked"]);
export type CertificateStatus = typeof CertificateStatus.Type;

/**
 * Why a certificate can't be issued. `characters` are those of the licensee that no font can print; empty if the name
 * or the address has no visible characters. `license_id` is the claimed license that was not paid for.
 */
export type CertificateRefusal =
  | { readonly reason: "license_not_confirmed" }
  | { readonly reason: "dispute_open" }
  | { readonly reason: "licensee_not_printable"; readonly characters: readonly string[] }
  | { readonly reason: "license_not_paid"; readonly license_id: LicenseId };
