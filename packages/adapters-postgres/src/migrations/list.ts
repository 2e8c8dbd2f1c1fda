// Written by `npm run generate` from the files of this folder.
import { statements as baseline } from "./0001-baseline.ts";
import { statements as releaseDates } from "./0002-release-dates.ts";
import { statements as noSampleQuotes } from "./0003-no-sample-quotes.ts";
import { statements as moreMails } from "./0004-more-mails.ts";
import { statements as ownPrices } from "./0005-own-prices.ts";
import { statements as ownName } from "./0006-own-name.ts";
import { statements as legalTexts } from "./0007-legal-texts.ts";
import { statements as refundsByTime } from "./0008-refunds-by-time.ts";
import { statements as emptySearches } from "./0009-empty-searches.ts";
import { statements as idempotencyKeys } from "./0010-idempotency-keys.ts";
import { statements as webhooks } from "./0011-webhooks.ts";
import { statements as channels } from "./0012-channels.ts";
import { statements as customerSearch } from "./0013-customer-search.ts";
import { statements as channelNames } from "./0014-channel-names.ts";
import { statements as leases } from "./0015-leases.ts";

/** The statements of each migration, in order. */
export const MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  "0001-baseline": baseline,
  "0002-release-dates": releaseDates,
  "0003-no-sample-quotes": noSampleQuotes,
  "0004-more-mails": moreMails,
  "0005-own-prices": ownPrices,
  "0006-own-name": ownName,
  "0007-legal-texts": legalTexts,
  "0008-refunds-by-time": refundsByTime,
  "0009-empty-searches": emptySearches,
  "0010-idempotency-keys": idempotencyKeys,
  "0011-webhooks": webhooks,
  "0012-channels": channels,
  "0013-customer-search": customerSearch,
  "0014-channel-names": channelNames,
  "0015-leases": leases,
};
