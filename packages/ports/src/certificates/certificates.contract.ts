import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { CertificateStatus } from "@backlot/domain/certificates/certificate.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Wire } from "../driving/errors.ts";
import { Costs, AccountRequired, PayerRequired, RequestValidation, Text, data, text } from "../driving/shared.ts";

/** A license certificate, as shown to its owner and to anyone who verifies it. */
export const CertificateView = Schema.Struct({
  number: Schema.String,
  status: CertificateStatus,
  /** The License ID printed on the certificate. */
  license_token: Schema.String,
  /** The lowest of the licenses that it covers. */
  license_id: LicenseId,
  licensee: Schema.String,
  issued_at: Instant,
  /** The parts that it covers, each with the license it was bought under. */
  covered: Schema.Array(Schema.Struct({ label: Schema.String, license_id: LicenseId })),
}).annotate({ identifier: "Certificate" });

export type CertificateView = typeof CertificateView.Type;

/** Previewing, issuing, listing, and verifying license certificates. */
export class Certificates extends HttpApiGroup.make("certificates")
  .add(
    /** Lists the account's license certificates, newest first. */
    HttpApiEndpoint.get("list", "/certificates", { success: data(Schema.Array(CertificateView)) }),
    /** Returns a certificate as a PDF. */
    HttpApiEndpoint.get("file", "/certificates/:number/file", {
      params: { number: Text },
      /** The PDF, base64-encoded. */
      success: data(Schema.Struct({ file_name: Schema.String, pdf: Schema.String })),
      error: [Wire.notFound, Wire.tooManyAttempts],
    }).annotate(Costs, "document"),
  )
  .middleware(AccountRequired)
  .add(
    /** Returns an HTML preview of the certificate for the caller's license. */
    HttpApiEndpoint.post("preview", "/generate-license-certificate-html", {
      /** Ignored: the preview shows the caller's own profile. */
      payload: Schema.Record(Schema.String, Schema.Unknown),
      success: Schema.Struct({ html: Schema.String }),
      error: [Wire.conflict],
    }).middleware(PayerRequired),
    /** Issues a certificate for the caller's license, or returns the current one if nothing has changed. */
    HttpApiEndpoint.post("issue", "/certificates", {
      success: data(CertificateView).pipe(HttpApiSchema.status(201)),
      error: [Wire.conflict, Wire.tooManyAttempts],
    }).middleware(PayerRequired),
    /** Returns the details of a certificate, so that anyone can verify it. */
    HttpApiEndpoint.get("verify", "/certificates/:number", {
      params: { number: Text },
      query: { c: Schema.optional(text(2_000)), s: Schema.optional(text(200)) },
      success: data(
        Schema.Struct({
          ...CertificateView.fields,
          /**
           * Whether the URL has our valid signature for this certificate; null if the request has neither `c` nor `s`.
           */
          is_signed: Schema.NullOr(Schema.Boolean),
        }),
      ),
      error: [Wire.notFound],
    }).middleware(RequestValidation),
  ) {}
