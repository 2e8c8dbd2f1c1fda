import {
  type CertificateStatus,
  type Covered,
  type MoneyBehind,
  certificateStatus,
  licenseeName,
  message,
} from "@backlot/domain";
import { type CertificateView, NotFound, type Repositories, type StoredCertificate } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** What became of the money behind something a certificate covers. */
const moneyBehind = (repos: Repositories, { user_id, certificate }: StoredCertificate): Effect.Effect<MoneyBehind> =>
  Effect.gen(function* () {
    const sourcesOf = (kind: Covered["kind"]) =>
      certificate.covered.flatMap((each) => (each.kind === kind ? [each.source] : []));
    const payments = yield* Effect.forEach(sourcesOf("plan"), repos.payments.get);
    const bought = sourcesOf("item");
    const items = bought.length === 0 ? [] : yield* repos.collections.grantedFor(user_id, bought);
    return { payments: payments.filter((payment) => payment !== null), items };
  });

/** How a certificate stands now. (LIC-13) */
export const statusOf = (repos: Repositories, stored: StoredCertificate): Effect.Effect<CertificateStatus> =>
  Effect.map(moneyBehind(repos, stored), (behind) =>
    certificateStatus({ superseded: stored.superseded_at !== null }, behind),
  );

/** A certificate as its owner, and whoever has its number, sees it. Sources of money are nobody's business. */
export const certificateView = (stored: StoredCertificate, status: CertificateStatus): CertificateView => {
  const { number, license_token, license_id, issued_at } = stored.certificate;
  return { number, status, license_token, license_id, licensee: licenseeName(stored.certificate), issued_at };
};

/** What a link of a certificate's code says beside its number. */
export interface SignedAddress {
  readonly c?: string | undefined;
  readonly s?: string | undefined;
}

/**
 * How a certificate stands, for whoever has its number. `is_signed` says whether the address that its code leads to is
 * as we signed it; null where the number came alone. (LIC-13)
 */
export const verifyCertificate =
  (ports: Pick<StorePorts, "certificates" | "transactions">) =>
  (
    number: string,
    { c, s }: SignedAddress,
  ): Effect.Effect<CertificateView & { readonly is_signed: boolean | null }, NotFound> =>
    Effect.gen(function* () {
      const { read } = ports.transactions;
      const stored = yield* read.certificates.get(number);
      if (stored === null) return yield* new NotFound({ message: message("not_found") });
      const said = c === undefined || s === undefined ? null : ports.certificates.readAddress(c, s);
      const is_signed = c === undefined && s === undefined ? null : said?.number === number;
      return { ...certificateView(stored, yield* statusOf(read, stored)), is_signed };
    });
