import type { Store } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { accountOperations } from "./account-operations.ts";
import { type Caller, requireAccount } from "./caller.ts";
import { userInterestAnalytics } from "./analytics/analytics-operations.ts";
import { newsletterOperations } from "./newsletter/newsletter.ts";
import type { StorePorts } from "./store-ports.ts";
import { healthOf } from "./health.ts";
import { requireAdmin } from "./teams/acting.ts";
import { sellingOperations } from "./selling-operations.ts";
import type { Asked } from "./asked.ts";
import {
  articles,
  collections,
  creditPacks,
  downloads,
  health,
  licenceTypes,
  planVariants,
  searches,
  settings,
  wishlists,
} from "./catalogue-operations.ts";
import { checkout, payments, subscriptions } from "./paying-operations.ts";
import { support } from "./support-operations.ts";

const accountOf = ({ ports, caller, account }: Asked) => accountOperations(ports, caller, account);

const selling = ({ ports, caller, account }: Asked) => sellingOperations(ports, caller, account);

const GROUPS: { readonly [G in keyof Store]: (asked: Asked) => Store[G] } = {
  health,
  settings,
  licenceTypes,
  planVariants,
  creditPacks,
  collections,
  articles,
  accounts: (asked) => accountOf(asked).accounts,
  users: (asked) => accountOf(asked).users,
  licenseeProfiles: (asked) => accountOf(asked).licenseeProfiles,
  certificates: (asked) => accountOf(asked).certificates,
  teams: (asked) => accountOf(asked).teams,
  payments,
  subscriptions,
  checkout,
  purchases: (asked) => selling(asked).purchases,
  products: (asked) => selling(asked).products,
  carts: (asked) => selling(asked).carts,
  orders: (asked) => selling(asked).orders,
  support,
  newsletter: ({ ports, caller }) => newsletterOperations(ports, caller),
  userInterestAnalytics,
  searches,
  downloads,
  wishlists,
};

/**
 * A store makes a group when it is asked for: it lives for one request, which uses one or two of a hundred operations.
 */
class LazyStore {
  readonly asked: Asked;
  constructor(asked: Asked) {
    this.asked = asked;
  }
}
for (const [name, make] of Object.entries(GROUPS))
  Object.defineProperty(LazyStore.prototype, name, {
    get(this: LazyStore) {
      return make(this.asked);
    },
  });

/** The driving port over the driven ones: the store as one caller sees it. */
export const makeStore = (ports: StorePorts): ((caller: Caller) => Store) => {
  const health = healthOf(ports);
  const { read } = ports.transactions;
  return (caller) => {
    const account = requireAccount(ports, caller);
    const paying = Effect.flatMap(account, requireAdmin("team_may_not_change_plan"));
    const token = caller._tag === "SignedIn" ? caller.token : null;
    return new LazyStore({ ports, caller, account, paying, token, read, health }) as unknown as Store;
  };
};
