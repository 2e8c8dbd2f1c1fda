import {
  type Collection,
  PROVIDERS,
  ZERO,
  cents,
  epochMs,
  instant,
  neededFiles,
  reversedAmount,
} from "@backlot/domain";
import { unreachableFault } from "@backlot/domain/support/fault";
import { LATE_AFTER_MS } from "@backlot/domain/support/plan-faults";
import { JOB_LATE_AFTER_MS, eventsToCheck, storeFaults } from "@backlot/domain/support/store-faults";
import { PaymentProviders, type ProviderEvent, ReadRepositories, Stock, currentTime } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { refusedEmails } from "./refused-emails.ts";

/**
 * Returns the relevant events that the providers list and the store never processed, and the providers that can't be
 * reached.
 */
const missedEvents = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const providers = yield* PaymentProviders;
  const { since, before } = eventsToCheck(yield* currentTime);
  const missed: ProviderEvent[] = [];
  const unreachable: string[] = [];
  for (const name of PROVIDERS) {
    const provider = providers[name];
    if (provider === null) continue;
    const listed = yield* Effect.result(provider.events.listEvents(since));
    if (Result.isFailure(listed)) {
      unreachable.push(name);
      continue;
    }
    for (const event of listed.success) {
      const isDue = event.is_relevant && event.occurred_at < before;
      if (isDue && !(yield* repos.webhookEvents.has(event.provider, event.event_id))) missed.push(event);
    }
  }
  return { missed, unreachable };
});

/** Returns the refunds that are not settled, each with the rest of its payment, in cents, and its open dispute. */
const openRefunds = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  return yield* Effect.forEach(yield* repos.refunds.unsettled(), (refund) =>
    Effect.gen(function* () {
      const payment = yield* repos.payments.get(refund.payment_id);
      const stayed = payment === null ? ZERO : cents(payment.amount - reversedAmount(payment));
      const about = yield* repos.disputes.ofPayment(refund.payment_id);
      return { ...refund, stayed, disputed: about.some(({ status }) => status === "open") };
    }),
  );
});

/** The number of collections whose files to check at once. */
const COLLECTIONS_AT_ONCE = 100;

/** Returns the collections for sale that lack files, and the customers' files that can't be downloaded. */
const missingFiles = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const stock = yield* Stock;
  const incomplete: { readonly slug: string; readonly missing: readonly string[] }[] = [];
  const lost_files: { readonly slug: string; readonly file_name: string }[] = [];
  let starting_after: number | null = null;
  for (;;) {
    const page: readonly Collection[] = yield* repos.collections.every({ starting_after, limit: COLLECTIONS_AT_ONCE });
    const onSale = page.filter(({ listed, coming }) => listed || coming);
    // Listed variants of listed collections are among the needed files below.
    const withdrawn = page.flatMap(({ slug, listed, collection_variants }) =>
      collection_variants.flatMap((each) => (listed && each.listed ? [] : [{ ...each, slug }])),
    );
    const owned = new Set(
      withdrawn.length === 0 ? [] : yield* repos.collections.ownedOf(withdrawn.map(({ id }) => id)),
    );
    const sold = withdrawn.filter(({ id }) => owned.has(id)).map((each) => ({ ...each, name: `files/${each.id}` }));
    const needed = onSale.map((each) => ({ slug: each.slug, files: neededFiles(each) }));
    const names = [...needed.flatMap(({ files }) => files), ...sold].map(({ name }) => name);
    const stockFiles = yield* stock.find(names);
    for (const { slug, files } of needed) {
      const missing = files.filter(({ name }) => !stockFiles.has(name)).map(({ source }) => source);
      if (missing.length > 0) incomplete.push({ slug, missing });
    }
    lost_files.push(...sold.filter(({ name }) => !stockFiles.has(name)));
    if (page.length < COLLECTIONS_AT_ONCE) return { incomplete, lost_files };
    starting_after = page.at(-1)?.id ?? null;
  }
});

/**
 * Checks the parts of the store that all customers share: prices, files, refunds, codes, background jobs, and provider
 * events. Changes nothing.
 */
export const checkStore = Effect.gen(function* () {
  const repos = yield* ReadRepositories;
  const { missed, unreachable } = yield* missedEvents;
  const at = yield* currentTime;
  const late = instant(epochMs(at) - LATE_AFTER_MS);
  const storeRecords = {
    price_list: {
      plans: yield* repos.plans.all(),
      packs: yield* repos.packs.prices(),
      rules: yield* repos.priceRules.current(),
    },
    refunds: yield* openRefunds,
    late_adjustments: yield* repos.records.adjustmentsDueBefore(late),
    late_orders: yield* repos.records.ordersExpiredBefore(late),
    late_jobs: yield* repos.records.jobsDueBefore(instant(epochMs(at) - JOB_LATE_AFTER_MS)),
    failing_jobs: yield* repos.records.jobsFailingSince(instant(epochMs(at) - JOB_LATE_AFTER_MS)),
    refused_emails: yield* refusedEmails,
    ...(yield* missingFiles),
    overused_codes: yield* repos.records.overusedCodes(),
    missed_events: missed,
  };
  return { faults: [...unreachable.map(unreachableFault), ...storeFaults(storeRecords, at)] };
});
