import {
  type Account,
  type CertificateRefusal,
  type Covered,
  certificateNumber,
  certificateRefusalMessage,
  certifiedLicensee,
  licenseeTexts,
  paidLicense,
  planText,
  planVariant,
  statedLicense,
  statesTheSame,
  withoutRepeats,
  message,
  typedCertificateNumber,
} from "@backlot/domain";
import {
  type RunningPlan,
  CertificateRenderer,
  Conflict,
  CurrentAccount,
  Ids,
  NotFound,
  PayingAccount,
  ReadRepositories,
  Repositories,
  transactional,
  type StoredCertificate,
  type StoredProfile,
  currentTime,
} from "@backlot/ports";
import { Certificates } from "@backlot/ports/certificates/certificates.contract";
import * as Effect from "effect/Effect";
import * as Base64 from "effect/encoding/Base64";
import { implement } from "../implement.ts";
import { certificateHtml } from "./certificate-html.ts";
import { certificateView, statusOf, verifyCertificate } from "./verify-certificate.ts";
import * as Result from "effect/Result";
import { withAccountLease } from "../account-lease.ts";
import { requireOpen } from "../caller.ts";
import { takeTry } from "../take-try.ts";
import { Settings } from "../settings.ts";
import { currentLegalVersion } from "../legal-version.ts";
import { currentSeller } from "../shop.ts";

/** An account with the facts that decide whether it can be certified. */
interface CertifiedAccount {
  readonly account: Account;
  readonly profile: StoredProfile | null;
  readonly running: RunningPlan | null;
}

/** Returns the current plan's period as a certificate lists it; empty if there is no plan. */
const coveredPlan = (running: RunningPlan | null): readonly Covered[] => {
  if (running === null) return [];
  const { subscriptionRecord, offer } = running;
  const { terms, period, payment } = subscriptionRecord.subscription;
  const label = planText(planVariant(offer, terms.license_id));
  const { license_id } = terms;
  return [{ kind: "plan", label, from: period.start, to: period.end, source: payment, license_id }];
};

/** Returns the items an account owns as a certificate lists them, sorted by name. */
const coveredItems = Effect.fnUntraced(function* (accountId: string) {
  const repos = yield* ReadRepositories;
  const owned = withoutRepeats(yield* repos.collections.entitlementsOf(accountId));
  const whole = yield* Effect.forEach(
    [...new Set(owned.flatMap((each) => (each.collection_variant_id === null ? [each.collection_id] : [])))],
    repos.collections.get,
  );
  const variants = yield* repos.collections.byVariants(owned.flatMap((each) => each.collection_variant_id ?? []));
  const items = owned.map((each): Covered => {
    const { collection_id, collection_variant_id, source, license_id } = each;
    const collection = [...whole, ...variants].find((candidate) => candidate?.id === collection_id);
    const variant = collection?.collection_variants.find(({ id }) => id === collection_variant_id);
    const name = collection?.name ?? `Item ${collection_id}`;
    return { kind: "item", label: variant === undefined ? name : `${name}, ${variant.name}`, source, license_id };
  });
  return items.sort((a, b) => (`${a.label} ${a.source}` < `${b.label} ${b.source}` ? -1 : 1));
});

/** The maximum number of orders to check for paid licenses. No account is expected to place this many. */
const ORDERS_OF_AN_ACCOUNT = 1_000;

/**
 * Returns the highest license that an account paid for, including the current plan's, or the lowest license if it never
 * paid for one. Ignores orders whose payments were fully reversed.
 */
const readPaidLicense = Effect.fnUntraced(function* ({ account, running }: Omit<CertifiedAccount, "profile">) {
  const repos = yield* ReadRepositories;
  const orders = yield* repos.orders.ofAccount(account.id, { starting_after: null, limit: ORDERS_OF_AN_ACCOUNT });
  const payments = yield* repos.payments.ofAccount(account.id);
  return paidLicense(orders, payments, running?.subscriptionRecord.subscription.terms.license_id ?? null);
});

const refused = (refusal: CertificateRefusal) =>
  new Conflict({ reason: refusal.reason, message: certificateRefusalMessage(refusal) });

/**
 * Returns the contents of an account's certificate; fails if the license is not confirmed or not paid for, or if the
 * licensee's name can't be printed.
 */
const factsOf = Effect.fnUntraced(function* (overview: CertifiedAccount) {
  const { profile, account } = overview;
  // Purchases that a disputed payment funded are paused, so don't certify anything that such a payment may have funded.
  const repos = yield* ReadRepositories;
  if ((yield* repos.disputes.openOf(account.id)).length > 0) return yield* refused({ reason: "dispute_open" });
  const paid = yield* readPaidLicense(overview);
  const licensee = certifiedLicensee(profile, paid, account.should_see_confirm_license);
  if (Result.isFailure(licensee)) return yield* refused(licensee.failure);
  const characters = yield* (yield* CertificateRenderer).unprintable(licenseeTexts(licensee.success));
  if (characters.length > 0) return yield* refused({ reason: "licensee_not_printable", characters });
  const terms_version = yield* currentLegalVersion("license");
  const covered = [...coveredPlan(overview.running), ...(yield* coveredItems(account.id))];
  return { ...licensee.success, license_id: statedLicense(covered), terms_version, covered };
});

/** Reads an account and returns the contents of its certificate; fails like {@link factsOf}. */
const requireFacts = Effect.fnUntraced(function* (account: Account) {
  const repos = yield* ReadRepositories;
  const overview = yield* repos.overviews.get(account.id);
  if (overview === null) throw new Error(`there is no account ${account.id}`);
  return yield* factsOf(overview);
});

/** Returns a preview of the caller's certificate, without a number. */
const previewCertificate = Effect.gen(function* () {
  const facts = yield* requireFacts(yield* PayingAccount);
  return { ...facts, number: "", issued_at: yield* currentTime };
});

/**
 * Returns an account's certificate: the latest if it is still accurate, or a new one that supersedes it. Renders and
 * signs only one certificate at a time per account, up to an hourly limit. `log` runs in the transaction that stores a
 * new certificate.
 */
export const issueCertificate = Effect.fnUntraced(
  function* <R>(account: Account, log: (number: string) => Effect.Effect<unknown, never, R>) {
    const certificates = yield* CertificateRenderer;
    const ids = yield* Ids;
    const settings = yield* Settings;
    const repos = yield* ReadRepositories;
    const facts = yield* requireFacts(account);
    const [latestRecord] = yield* repos.certificates.ofAccount(account.id, 1);
    if (latestRecord !== undefined && statesTheSame(latestRecord.certificate, facts)) return latestRecord;
    yield* takeTry(settings.limits.certificates, account.id);
    const certificate = { ...facts, number: certificateNumber(ids.code()), issued_at: yield* currentTime };
    const file = yield* certificates.print(certificate, (yield* currentSeller).name);
    return yield* Effect.gen(function* () {
      const repos = yield* Repositories;
      yield* requireOpen((yield* repos.accounts.lock(account.id)) ?? account);
      yield* repos.certificates.insert(account.id, certificate, file);
      yield* log(certificate.number);
      return { user_id: account.id, certificate, superseded_at: null };
    }).pipe(transactional);
  },
  (effect, account) => withAccountLease(account.id)(effect),
);

export const certificateFileName = (number: string): string => `license-certificate-${number}.pdf`;

/** The maximum number of certificates in an account's list. */
const CERTIFICATES_SHOWN = 20;

/** Returns a certificate with its current status, in its wire format. */
export const viewCertificate = (certificateRecord: StoredCertificate) =>
  Effect.map(statusOf(certificateRecord), (status) => certificateView(certificateRecord, status));

export const certificates = implement(Certificates, {
  preview: () => Effect.map(previewCertificate, (certificate) => ({ html: certificateHtml(certificate) })),
  issue: Effect.fnUntraced(function* () {
    return yield* viewCertificate(yield* issueCertificate(yield* PayingAccount, () => Effect.void));
  }),
  list: Effect.fnUntraced(function* () {
    const repos = yield* ReadRepositories;
    const account = yield* CurrentAccount;
    return yield* Effect.forEach(yield* repos.certificates.ofAccount(account.id, CERTIFICATES_SHOWN), viewCertificate);
  }),
  file: Effect.fnUntraced(function* ({ params }) {
    const number = typedCertificateNumber(params.number);
    const repos = yield* ReadRepositories;
    const account = yield* CurrentAccount;
    const file = yield* repos.certificates.file(account.id, number);
    if (file === null) return yield* new NotFound({ message: message("not_found") });
    return { file_name: certificateFileName(number), pdf: Base64.encode(file) };
  }),
  verify: ({ params, query }) => verifyCertificate(params.number, query),
});
