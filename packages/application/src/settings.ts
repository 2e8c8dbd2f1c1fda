import { NEW_SHOP } from "@backlot/domain";
import type {
  CommonPasswords,
  ChangePolicy,
  Collection,
  DisposableDomains,
  HomePage,
  Provider,
  Ratio,
  RefundPolicy,
  Seller,
  Shop,
  StockClaims,
  TeamSeats,
  TryLimitName,
} from "@backlot/domain";
import type { RateLimit } from "@backlot/ports";
import * as Context from "effect/Context";

/**
 * The store's name and look as this process last read it: at its start, with each page, before each batch of emails,
 * and with its own changes.
 */
export interface ShopCache {
  readonly current: () => Shop;
  readonly set: (shop: Shop) => void;
}

/** Makes the cache of a process, at first with the name and look of a new store. */
export const makeShopCache = (): ShopCache => {
  let known = NEW_SHOP;
  return {
    current: () => known,
    set: (shop) => {
      known = shop;
    },
  };
};

/** The store owner's settings, without secrets. */
export interface StoreSettings {
  /** Whether payments move no money, because the providers' keys are test keys. */
  readonly isTestStore: boolean;
  readonly shop: ShopCache;
  readonly supportEmail: string;
  /** The store's own origin, without a trailing slash: providers send buyers back to it. */
  readonly siteUrl: string;
  /** The payers to hide even if their keys are set. */
  readonly hiddenPayers: readonly Provider[];
  readonly changePolicy: ChangePolicy;
  readonly refundPolicy: RefundPolicy;
  readonly tax: Ratio;
  /** The seller that new receipts name. Without a name, it is the store's. */
  readonly seller: Omit<Seller, "name"> & { readonly name: string | null };
  /** Whether the store emails the receipt of every payment, for owners whose card provider doesn't. */
  readonly mailsReceipts: boolean;
  /** The lifetime of a download link, in seconds. */
  readonly linkSeconds: number;
  /** How many attempts of each kind there are. */
  readonly limits: Readonly<Record<TryLimitName, RateLimit>>;
  /** The sample catalog, and the home page that goes with it. */
  readonly sample: { readonly collections: readonly Collection[]; readonly homePage: HomePage };
  /** The catalog size that the home page claims, if the catalog is that large. */
  readonly stockClaims: StockClaims;
  /** The number of people who can work in a team under a plan. */
  readonly teamSeats: TeamSeats;
  /** The domains of disposable email services, whose addresses can't sign up or buy. */
  readonly disposableDomains: DisposableDomains;
  /** The passwords that are refused because so many people use them, in lowercase. */
  readonly commonPasswords: CommonPasswords;
}

export const Settings = Context.Service<StoreSettings>("backlot/Settings");
