import {
  type CertificateStatus,
  type Covered,
  certificateStatus,
  coveredParts,
  licenseeName,
  message,
  typedCertificateNumber,
} from "@backlot/domain";
import {
  CertificateRenderer,
  type CertificateView,
  NotFound,
  ReadRepositories,
  type StoredCertificate,
} from "@backlot/ports";
import * as Effect from "effect/Effect";

/** Returns the payments and item grants that a certificate is based on. */
const moneyBehind = Effect.fnUntraced(function* ({ user_id, certificate }: StoredCertificate) {
  const repos = yield* ReadRepositories;
  const sourcesOf = (kind: Covered["kind"]) =>
    certificate.covered.flatMap((each) => (each.kind === kind ? [each.source] : []));
  const payments = yield* Effect.forEach(sourcesOf("plan"), repos.payments.get);
  const bought = sourcesOf("item");
  const items = bought.length === 0 ? [] : yield* repos.collections.grantedFor(user_id, bought);
  return { payments: payments.filter((payment) => payment !== null), items };
});

export const statusOf = (certificateRecord: StoredCertificate) =>
  Effect.map(moneyBehind(certificateRecord), (behind) =>
    certificateStatus({ superseded: certificateRecord.superseded_at !== null }, behind),
  );

/** Returns a certificate in its wire format, for its owner or for anyone who has its number. */
export const certificateView = (certificateRecord: StoredCertificate, status: CertificateStatus): CertificateView => {
  const { number, license_token, license_id, issued_at } = certificateRecord.certificate;
  const licensee = licenseeName(certificateRecord.certificate);
  return {
    number,
    status,
    license_token,
    license_id,
    licensee,
    issued_at,
    covered: coveredParts(certificateRecord.certificate),
  };
};

/** The signed query parameters of a certificate's URL: `c` is the contents, and `s` is the signature. */
interface SignedAddress {
  readonly c?: string | undefined;
  readonly s?: string | undefined;
}

/**
 * Returns a certificate and its status by its number. `is_signed` is whether the URL has our valid signature, or null
 * if the request has only the number.
 */
export const verifyCertificate = Effect.fnUntraced(function* (typed: string, { c, s }: SignedAddress) {
  const number = typedCertificateNumber(typed);
  const certificates = yield* CertificateRenderer;
  const repos = yield* ReadRepositories;
  const certificateRecord = yield* repos.certificates.get(number);
  if (certificateRecord === null) return yield* new NotFound({ message: message("not_found") });
  const address = c === undefined || s === undefined ? null : certificates.readAddress(c, s);
  const is_signed = c === undefined && s === undefined ? null : address?.number === number;
  return { ...certificateView(certificateRecord, yield* statusOf(certificateRecord)), is_signed };
});
