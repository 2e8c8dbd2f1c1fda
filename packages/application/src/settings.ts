import { NEW_SHOP, withShopDefaults } from "@backlot/domain";
import type {
  CommonPasswords,
  ChangePolicy,
  Collection,
  DisposableDomains,
  HomePage,
  Provider,
  Ratio,
  RefundPolicy,
  Shop,
  StockClaims,
  TeamSeats,
  RateLimitName,
} from "@backlot/domain";
import type { RateLimit } from "@backlot/ports";
import * as Context from "effect/Context";

/**
 * The store's name, look, contacts, and seller as this process last read them: at its start, with each page, before
 * each batch of emails, and after its own changes.
 */
export interface ShopCache {
  readonly current: () => Shop;
  /** Returns the shop with the environment's defaults applied. */
  readonly set: (shop: Shop) => Shop;
  readonly supportEmail: () => string;
}

/** The environment's defaults for what the owner hasn't set. */
export interface ShopDefaults extends Pick<Shop, "contact" | "seller"> {
  readonly contact: Shop["contact"] & { readonly support_email: string };
}

/** Creates the cache of a process, initially with the name and look of a new store. */
export const makeShopCache = (defaults: ShopDefaults): ShopCache => {
  let cached = withShopDefaults(NEW_SHOP, defaults);
  return {
    current: () => cached,
    set: (shop) => {
      cached = withShopDefaults(shop, defaults);
      return cached;
    },
    supportEmail: () => cached.contact.support_email ?? defaults.contact.support_email,
  };
};

/** The store owner's settings, without secrets. */
export interface StoreSettings {
  /** Whether the providers' keys are test keys, so that no real money moves. */
  readonly isTestStore: boolean;
  readonly shop: ShopCache;
  /** Whether the store runs on a server, so that it must not call private addresses on behalf of others. */
  readonly isOnServer: boolean;
  /** The store's own origin, without a trailing slash. Providers send buyers back to it. */
  readonly siteUrl: string;
  /** The payers to hide even if their keys are set. */
  readonly hiddenPayers: readonly Provider[];
  readonly changePolicy: ChangePolicy;
  readonly refundPolicy: RefundPolicy;
  readonly tax: Ratio;
  /** Whether the store emails the receipt of every payment, for owners whose card provider doesn't. */
  readonly mailsReceipts: boolean;
  /** The lifetime of a download link, in seconds. */
  readonly linkSeconds: number;
  readonly limits: Readonly<Record<RateLimitName, RateLimit>>;
  /** The sample catalog, and its home page. */
  readonly sample: { readonly collections: readonly Collection[]; readonly homePage: HomePage };
  /** The catalog size that the home page claims, if the catalog is that large. */
  readonly stockClaims: StockClaims;
  /** The number of people who can work in a team under a plan. */
  readonly teamSeats: TeamSeats;
  /** The domains of disposable email services, whose addresses can't sign up or buy. */
  readonly disposableDomains: DisposableDomains;
  /** The passwords that are rejected because they are too common, in lowercase. */
  readonly commonPasswords: CommonPasswords;
}

export const Settings = Context.Service<StoreSettings>("backlot/Settings");
