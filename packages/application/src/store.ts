import { type BacklotApi, type Caller, type Store, Transactions } from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import { connectedApps } from "./accounts/connected-apps.ts";
import { accounts, licenseeProfiles } from "./profile/groups.ts";
import { users } from "./profile/users.ts";
import { userInterestAnalytics } from "./engagement/user-interest.ts";
import { articles } from "./engagement/articles.ts";
import { collections } from "./catalog/browse.ts";
import { products } from "./catalog/item-prices.ts";
import { planVariants } from "./plans/plan-variants.ts";
import { receipts } from "./receipts/receipts.ts";
import { searches } from "./catalog/search.ts";
import { creditPacks } from "./credits/credit-packs.ts";
import { settings } from "./engagement/settings.ts";
import { licenseTypes } from "./licensing/license-types.ts";
import { wishlists } from "./catalog/wishlist.ts";
import { carts } from "./checkout/cart.ts";
import { checkout } from "./checkout/checkout-view.ts";
import { payments } from "./checkout/payments.ts";
import { subscriptions } from "./checkout/plans.ts";
import { orders, purchases } from "./checkout/purchases.ts";
import { downloads } from "./downloads/list-downloads.ts";
import { healthOf } from "./health.ts";
import type { Handlers } from "./implement.ts";
import { certificates } from "./certificates/issue-certificate.ts";
import { newsletter } from "./engagement/newsletter.ts";
import { type OnOutcome, type Operation, type Request, operationsOf } from "./operation.ts";
import type { StoreServices } from "./store-services.ts";
import { support } from "./support/group.ts";
import { teams } from "./accounts/team.ts";

type Groups = typeof BacklotApi extends { readonly groups: infer G } ? G : never;

const handlersOf = (
  transactions: Transactions,
  isStopping: () => boolean,
): { readonly [G in keyof Groups]: Handlers<Groups[G]> } => ({
  health: healthOf(transactions, isStopping),
  settings,
  licenseTypes,
  planVariants,
  creditPacks,
  collections,
  articles,
  accounts,
  users,
  connectedApps,
  licenseeProfiles,
  certificates,
  teams,
  payments,
  subscriptions,
  checkout,
  purchases,
  products,
  carts,
  orders,
  receipts,
  support,
  newsletter,
  userInterestAnalytics,
  searches,
  downloads,
  wishlists,
});

/** A callback that is called with the name and the error of each failed operation. */
export type OnFailure = (name: string, error: unknown) => void;

/** A running store: its operations, and a typed client for each caller. */
interface OpenedStore {
  /** The operations by name, for a host that decodes requests itself. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** Returns one caller's view of the store. Every request is checked against the contract. */
  readonly as: (caller: Caller, onFailure?: OnFailure) => Store;
}

/**
 * One group of a caller's {@link Store}. Its operations are on a shared prototype, so that no request has to create
 * them.
 */
interface View {
  readonly caller: Caller;
  readonly onFailure: OnFailure | undefined;
}

const call = ({ caller, onFailure }: View, operation: Operation, request: Request): Effect.Effect<unknown, unknown> =>
  Effect.suspend(() => {
    const refused = operation.refusal(caller) ?? operation.invalid(request);
    const answered = refused === null ? operation.run(caller, request) : Effect.fail(refused);
    return onFailure === undefined
      ? answered
      : Effect.tapError(answered, (error) => Effect.sync(() => onFailure(operation.name, error)));
  });

/** Creates a store from its services. `onOutcome` is called after every operation. */
export const makeStore = (
  services: Context.Context<StoreServices>,
  isStopping: () => boolean = () => false,
  onOutcome: OnOutcome | null = null,
): OpenedStore => {
  const operations = operationsOf(handlersOf(Context.get(services, Transactions), isStopping), services, onOutcome);
  const groups = new Map<string, object>();
  for (const [name, operation] of operations) {
    const [group = "", endpoint = ""] = name.split(".");
    const prototype = groups.get(group) ?? {};
    groups.set(group, prototype);
    Object.defineProperty(prototype, endpoint, {
      enumerable: true,
      get(this: View) {
        return (request: Request = {}) => call(this, operation, request);
      },
    });
  }
  return {
    operations,
    as: (caller, onFailure) =>
      Object.fromEntries(
        [...groups].map(([name, prototype]) => [name, Object.assign(Object.create(prototype), { caller, onFailure })]),
      ) as Store,
  };
};
