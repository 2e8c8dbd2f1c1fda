import {
  type Account,
  type Certificate,
  type CertificateFacts,
  type Covered,
  TERMS_VERSION,
  type LicenceId,
  certificateNumber,
  certificateRefusalMessage,
  certifiedLicensee,
  paidLicence,
  planLineLabel,
  planVariant,
  statesTheSame,
} from "@backlot/domain";
import {
  Conflict,
  type AccountOverview,
  type Repositories,
  type StoredCertificate,
  type TooManyAttempts,
  type Unauthorized,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { withAccountLease } from "../accounts/with-account-lease.ts";
import { requireOpen } from "../caller.ts";
import type { StorePorts } from "../store-ports.ts";
import { takeTry } from "../take-try.ts";

type IssuePorts = Pick<StorePorts, "certificates" | "clock" | "ids" | "rateLimits" | "settings" | "transactions">;

/** The running plan as a certificate covers it: its present period. */
const coveredPlan = ({ running }: AccountOverview): readonly Covered[] => {
  if (running === null) return [];
  const { stored, offer } = running;
  const { terms, period, payment } = stored.subscription;
  const label = planLineLabel(planVariant(offer, terms.license_id));
  return [{ kind: "plan", label, from: period.start, to: period.end, source: payment }];
};

/** What an account owns as a certificate covers it, in the order of names. */
const coveredItems = (repos: Repositories, accountId: string): Effect.Effect<readonly Covered[]> =>
  Effect.gen(function* () {
    const owned = yield* repos.collections.entitlementsOf(accountId);
    const whole = yield* Effect.forEach(
      [...new Set(owned.flatMap((each) => (each.collection_variant_id === null ? [each.collection_id] : [])))],
      repos.collections.get,
    );
    const variants = yield* repos.collections.byVariants(owned.flatMap((each) => each.collection_variant_id ?? []));
    const items = owned.map((each): Covered => {
      const { collection_id, collection_variant_id, source } = each;
      const collection = [...whole, ...variants].find((known) => known?.id === collection_id);
      const variant = collection?.collection_variants.find(({ id }) => id === collection_variant_id);
      const name = collection?.name ?? `Item ${collection_id}`;
      return { kind: "item", label: variant === undefined ? name : `${name}, ${variant.name}`, source };
    });
    return items.sort((a, b) => (`${a.label} ${a.source}` < `${b.label} ${b.source}` ? -1 : 1));
  });

/** How many orders of an account are looked at for their licence: more than anybody makes. */
const ORDERS_OF_AN_ACCOUNT = 1_000;

/** The licence that an account has paid under. */
const readPaidLicence = (repos: Repositories, { account, running }: AccountOverview): Effect.Effect<LicenceId> =>
  Effect.gen(function* () {
    const orders = yield* repos.orders.ofAccount(account.id, { starting_after: null, limit: ORDERS_OF_AN_ACCOUNT });
    const payments = yield* repos.payments.ofAccount(account.id);
    return paidLicence(orders, payments, running?.stored.subscription.terms.license_id ?? null);
  });

/** What a certificate of an account states now. (LIC-08, LIC-13) */
const factsOf = (repos: Repositories, overview: AccountOverview): Effect.Effect<CertificateFacts, Conflict> =>
  Effect.gen(function* () {
    const { profile, account } = overview;
    const paid = yield* readPaidLicence(repos, overview);
    const licensee = certifiedLicensee(profile, paid, account.should_see_confirm_license);
    if (Result.isFailure(licensee)) {
      const { failure } = licensee;
      return yield* new Conflict({ reason: failure.reason, message: certificateRefusalMessage(failure) });
    }
    return {
      ...licensee.success,
      terms_version: TERMS_VERSION,
      covered: [...coveredPlan(overview), ...(yield* coveredItems(repos, account.id))],
    };
  });

/** What a certificate would state now. */
const requireFacts = (ports: IssuePorts, account: Account): Effect.Effect<CertificateFacts, Conflict> =>
  Effect.gen(function* () {
    const { read } = ports.transactions;
    const overview = yield* read.accounts.overview(account.id);
    if (overview === null) throw new Error(`there is no account ${account.id}`);
    return yield* factsOf(read, overview);
  });

/** What a certificate would state that is issued now, without a number. (LIC-13) */
export const previewCertificate =
  (ports: IssuePorts) =>
  (account: Account): Effect.Effect<Certificate, Conflict> =>
    Effect.map(requireFacts(ports, account), (facts) => ({ ...facts, number: "", issued_at: ports.clock.now() }));

const latest = (repos: Repositories, accountId: string): Effect.Effect<StoredCertificate | null> =>
  Effect.map(repos.certificates.ofAccount(accountId, 1), ([first]) => first ?? null);

/**
 * The certificate of an account: the last one where it states what holds now, else a new one, which supersedes it. It
 * is drawn and signed once, one at a time for an account and so many an hour. (LIC-13)
 */
export const issueCertificate =
  (ports: IssuePorts) =>
  (account: Account): Effect.Effect<StoredCertificate, Conflict | TooManyAttempts | Unauthorized> =>
    Effect.gen(function* () {
      const { read, run } = ports.transactions;
      const facts = yield* requireFacts(ports, account);
      const known = yield* latest(read, account.id);
      if (known !== null && statesTheSame(known.certificate, facts)) return known;
      yield* takeTry(ports, ports.settings.certificateTries, account.id);
      const certificate = { ...facts, number: certificateNumber(ports.ids.code()), issued_at: ports.clock.now() };
      const file = yield* ports.certificates.print(certificate);
      return yield* run((repos) =>
        Effect.gen(function* () {
          yield* requireOpen((yield* repos.accounts.lock(account.id)) ?? account);
          yield* repos.certificates.insert(account.id, certificate, file);
          return { user_id: account.id, certificate, superseded_at: null };
        }),
      );
    }).pipe(withAccountLease(ports)(account.id));
