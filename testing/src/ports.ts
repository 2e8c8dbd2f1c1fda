import { Settings, type StoreServices, callerOf, makeStore } from "@backlot/application";
import {
  Analytics,
  CardVault,
  CertificateRenderer,
  Clock,
  Files,
  IdempotencyKeys,
  Identity,
  Ids,
  Links,
  Mail,
  Markup,
  Newsletter,
  PaymentProviders,
  PaymentRecovery,
  PromoCodes,
  RateLimits,
  ReadRepositories,
  ReceiptRenderer,
  type Repositories,
  Stock,
  type Store,
  Transactions,
  WebhookSender,
} from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";

const KEYS = {
  analytics: Analytics,
  cards: CardVault,
  certificates: CertificateRenderer,
  clock: Clock,
  files: Files,
  idempotencyKeys: IdempotencyKeys,
  identity: Identity,
  ids: Ids,
  links: Links,
  mail: Mail,
  markup: Markup,
  newsletter: Newsletter,
  paymentRecovery: PaymentRecovery,
  promoCodes: PromoCodes,
  providers: PaymentProviders,
  rateLimits: RateLimits,
  receipts: ReceiptRenderer,
  settings: Settings,
  stock: Stock,
  transactions: Transactions,
  webhookSender: WebhookSender,
} as const;

type Services = { readonly [Name in keyof typeof KEYS]: (typeof KEYS)[Name]["Service"] };

/**
 * A store's ports by name, for tests that inspect or replace some. `transactions.read` can write outside transactions.
 */
export type TestPorts = Omit<Services, "transactions"> & {
  readonly transactions: Omit<Transactions, "read"> & { readonly read: Repositories["Service"] };
};

/** Returns the ports in a store's context. */
export const portsOf = (context: Context.Context<StoreServices>): TestPorts =>
  Object.fromEntries(
    Object.entries(KEYS).map(([name, key]) => [name, Context.get(context, key as unknown as typeof Ids)]),
  ) as unknown as TestPorts;

/** Returns the context that contains these ports. */
export const contextOf = (ports: TestPorts): Context.Context<StoreServices> =>
  Object.entries(KEYS).reduce<Context.Context<never>>(
    (made, [name, key]) => Context.add(made, key as unknown as typeof Ids, ports[name as keyof TestPorts] as Ids),
    Context.add(Context.empty(), ReadRepositories, ports.transactions.read) as Context.Context<never>,
  ) as Context.Context<StoreServices>;

/** Runs a use case with these ports. */
export const runIn = <A, E>(ports: TestPorts, work: Effect.Effect<A, E, StoreServices>): Promise<A> =>
  Effect.runPromiseWith(contextOf(ports))(work);

/** Opens a store with these ports, with a session token or, for null, as a visitor. */
export const storeAs = async (ports: TestPorts, token: string | null): Promise<Store> =>
  makeStore(contextOf(ports)).as(await runIn(ports, callerOf(token, true)));

/** Wraps a store so that each call first passes the operation's name to `hear`, such as "orders.get". */
export const heardBy = (hear: (operation: string) => void, store: Store): Store =>
  new Proxy(store, {
    get: (groups, group) =>
      new Proxy(Reflect.get(groups, group) as object, {
        get: (operations, endpoint) => (request: unknown) => {
          hear(`${String(group)}.${String(endpoint)}`);
          return (Reflect.get(operations, endpoint) as (request: unknown) => unknown)(request);
        },
      }),
  });
