import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { accounts } from "./0001-accounts.ts";
import { catalogue } from "./0002-catalogue.ts";
import { sales } from "./0003-sales.ts";
import { packs } from "./0004-packs.ts";
import { subscriptionLife } from "./0005-subscription-life.ts";
import { wallet } from "./0006-wallet.ts";
import { orders } from "./0007-orders.ts";
import { funding, openFunding } from "./0008-funding.ts";
import { disputes } from "./0009-disputes.ts";
import { carts } from "./0010-carts.ts";
import { guests } from "./0011-guests.ts";
import { confirmations } from "./0012-confirmations.ts";
import { rateLimits } from "./0013-rate-limits.ts";
import { planSales } from "./0014-plan-sales.ts";
import { itemRefunds } from "./0015-item-refunds.ts";
import { storefront } from "./0016-storefront.ts";
import { passwords } from "./0017-passwords.ts";
import { certificates } from "./0018-certificates.ts";
import { deletion } from "./0019-deletion.ts";
import { teams } from "./0020-teams.ts";
import { shelf } from "./0021-shelf.ts";
import { search } from "./0022-search.ts";
import { clips } from "./0023-clips.ts";
import { stock } from "./0024-stock.ts";
import { fileSizes } from "./0025-file-sizes.ts";
import { tax } from "./0026-tax.ts";
import { customers } from "./0027-customers.ts";
import { supportActions } from "./0028-support-actions.ts";
import { notifications } from "./0029-notifications.ts";
import { articles } from "./0030-articles.ts";
import { provenActors } from "./0031-proven-actors.ts";
import { checkedSubscriptions } from "./0039-checked-subscriptions.ts";
import { planMails } from "./0040-plan-mails.ts";
import { licenseUpgrades } from "./0041-license-upgrades.ts";
import { storeActions } from "./0042-store-actions.ts";
import { supportRefunds } from "./0043-support-refunds.ts";
import { certificateMails } from "./0044-certificate-mails.ts";
import { attemptedRefunds } from "./0045-attempted-refunds.ts";
import { settledRefunds } from "./0046-settled-refunds.ts";
import { latestOrders } from "./0047-latest-orders.ts";
import { failingJobs } from "./0048-failing-jobs.ts";
import { refusedMails } from "./0049-refused-mails.ts";
import { orderStarts } from "./0050-order-starts.ts";
import { fileLeases } from "./0051-file-leases.ts";
import { recentOrders } from "./0052-recent-orders.ts";
import { quotedPayments } from "./0053-quoted-payments.ts";
import { searchTerms } from "./0054-search-terms.ts";
import { listedVariants } from "./0055-listed-variants.ts";
import { homePage } from "./0056-home-page.ts";
import { resolutions } from "./0057-resolutions.ts";
import { formats } from "./0058-formats.ts";
import { overbilled } from "./0059-overbilled.ts";
import { licenseeMails } from "./0060-licensee-mails.ts";
import { discountCodes } from "./0032-discount-codes.ts";
import { entitlementTerms } from "./0035-entitlement-terms.ts";
import { codeHashes } from "./0036-code-hashes.ts";
import { creditPayouts } from "./0037-credit-payouts.ts";
import { issuedRefunds } from "./0038-issued-refunds.ts";
import { receipts } from "./0033-receipts.ts";

// One statement each: the embedded engine takes no more in one query.
const forward = (statements: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/** Forward only, in this order for ever: a landed migration is never edited. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-accounts": forward(accounts),
  "0002-catalogue": forward(catalogue),
  "0003-sales": forward(sales),
  "0004-packs": forward(packs),
  "0005-subscription-life": forward(subscriptionLife),
  "0006-wallet": forward(wallet),
  "0007-orders": forward(orders),
  "0008-funding": {
    up: async (db) => {
      await forward(funding).up(db);
      await openFunding(db);
    },
  },
  "0009-disputes": forward(disputes),
  "0010-carts": forward(carts),
  "0011-guests": forward(guests),
  "0012-confirmations": forward(confirmations),
  "0013-rate-limits": forward(rateLimits),
  "0014-plan-sales": forward(planSales),
  "0015-item-refunds": forward(itemRefunds),
  "0016-storefront": forward(storefront),
  "0017-passwords": forward(passwords),
  "0018-certificates": forward(certificates),
  "0019-deletion": forward(deletion),
  "0020-teams": forward(teams),
  "0021-shelf": forward(shelf),
  "0022-search": forward(search),
  "0023-clips": forward(clips),
  "0024-stock": forward(stock),
  "0025-file-sizes": forward(fileSizes),
  "0026-tax": forward(tax),
  "0027-customers": forward(customers),
  "0028-support-actions": forward(supportActions),
  "0029-notifications": forward(notifications),
  "0030-articles": forward(articles),
  "0031-proven-actors": forward(provenActors),
  "0032-discount-codes": forward(discountCodes),
  "0033-receipts": forward(receipts),
  "0035-entitlement-terms": forward(entitlementTerms),
  "0036-code-hashes": forward(codeHashes),
  "0037-credit-payouts": forward(creditPayouts),
  "0038-issued-refunds": forward(issuedRefunds),
  "0039-checked-subscriptions": forward(checkedSubscriptions),
  "0040-plan-mails": forward(planMails),
  "0041-license-upgrades": forward(licenseUpgrades),
  "0042-store-actions": forward(storeActions),
  "0043-support-refunds": forward(supportRefunds),
  "0044-certificate-mails": forward(certificateMails),
  "0045-attempted-refunds": forward(attemptedRefunds),
  "0046-settled-refunds": forward(settledRefunds),
  "0047-latest-orders": forward(latestOrders),
  "0048-failing-jobs": forward(failingJobs),
  "0049-refused-mails": forward(refusedMails),
  "0050-order-starts": forward(orderStarts),
  "0051-file-leases": forward(fileLeases),
  "0052-recent-orders": forward(recentOrders),
  "0053-quoted-payments": forward(quotedPayments),
  "0054-search-terms": forward(searchTerms),
  "0055-listed-variants": forward(listedVariants),
  "0056-home-page": forward(homePage),
  "0057-resolutions": forward(resolutions),
  "0058-formats": forward(formats),
  "0059-overbilled": forward(overbilled),
  "0060-licensee-mails": forward(licenseeMails),
};

/** The database has migrations of a newer version, which this one doesn't know. The message names them. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    const last = Object.keys(MIGRATIONS).at(-1);
    super(
      `The database is of a newer version: it has ${unknown.join(", ")}, and this version knows migrations up to ` +
        `${last}. Start the newer version, or restore a backup that this one made.`,
    );
  }
}

/** Throws NewerDatabase if a database has migrations that this version doesn't know. */
const requireKnown = async <T>(migrator: Migrator, db: Kysely<T>): Promise<void> => {
  const known = new Set((await migrator.getMigrations()).map(({ name }) => name));
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration
    where name <> all(${[...known]}) order by name`
    .execute(db)
    // An empty database has no table of migrations yet.
    .catch(() => ({ rows: [] }));
  if (rows.length > 0) throw new NewerDatabase(rows.map(({ name }) => name));
};

/**
 * Brings a database up to date; concurrent processes wait for each other. Returns the names of the migrations that ran.
 * `begun` is told first how many a database of an older version lacks, as they can take minutes. Throws NewerDatabase
 * if a newer version has migrated it.
 */
export const migrate = async <T>(
  db: Kysely<T>,
  upTo?: string,
  begun: (count: number) => void = () => {},
): Promise<readonly string[]> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  await requireKnown(migrator, db);
  const known = await migrator.getMigrations();
  const due = known.filter(({ executedAt }) => executedAt === undefined).length;
  if (due > 0 && due < known.length) begun(due);
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
};
