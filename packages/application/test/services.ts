import {
  DEFAULT_CHANGE_POLICY,
  NEW_SHOP,
  REFUND_POLICY,
  RATE_LIMITS,
  USUAL_TEAM_SEATS,
  instant,
  APPROVAL_PROVIDERS,
  type ProvidersThat,
} from "@backlot/domain";
import * as Ports from "@backlot/ports";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Logger from "effect/Logger";
import { Settings, type StoreSettings, makeShopCache } from "../src/settings.ts";
import type { StoreServices } from "../src/store-services.ts";

/** The time of every test, unless a test sets another one. */
export const NOW = instant(Date.UTC(2026, 4, 1, 12));

type Methods<Parts> = { readonly [Name in keyof Parts]?: Partial<Parts[Name]> };

type Approving = { readonly [P in ProvidersThat<"approval">]?: Methods<Ports.PaymentProvider> | null };

/** The methods that a use case may call. A test fails if its use case calls any other one. */
export interface Allowed extends Approving {
  readonly repositories?: Methods<Ports.Repositories["Service"]>;
  readonly stripe?: Methods<Ports.PaymentProvider>;
  readonly analytics?: Partial<Ports.Analytics> | null;
  readonly newsletter?: Methods<Ports.Newsletter> | null;
  readonly cards?: Partial<Ports.CardVault>;
  readonly certificates?: Partial<Ports.CertificateRenderer>;
  readonly receipts?: Partial<Ports.ReceiptRenderer>;
  readonly clock?: Ports.Clock;
  readonly files?: Partial<Ports.Files>;
  readonly identity?: Partial<Ports.Identity>;
  readonly links?: Methods<Ports.Links>;
  readonly mail?: Partial<Ports.Mail>;
  readonly markup?: Partial<Ports.Markup>;
  readonly promoCodes?: Partial<Ports.PromoCodes>;
  readonly idempotencyKeys?: Partial<Ports.IdempotencyKeys>;
  readonly rateLimits?: Partial<Ports.RateLimits>;
  readonly settings?: Partial<StoreSettings>;
  readonly stock?: Partial<Ports.Stock>;
  readonly webhookSender?: Partial<Ports.WebhookSender>;
}

const SETTINGS: StoreSettings = {
  isTestStore: false,
  isOnServer: false,
  shop: makeShopCache({
    contact: { ...NEW_SHOP.contact, support_email: "help@example.com" },
    seller: { name: "Backlot", address: [], tax_id: null },
  }),
  siteUrl: "https://shop.example.com",
  hiddenPayers: [],
  changePolicy: DEFAULT_CHANGE_POLICY,
  refundPolicy: REFUND_POLICY,
  tax: { numerator: 0, denominator: 1 },
  mailsReceipts: true,
  linkSeconds: 60,
  limits: Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, { attempts, seconds }]): readonly [string, Ports.RateLimit] => [
      name,
      { name, attempts, seconds },
    ]),
  ) as StoreSettings["limits"],
  stockClaims: { elements: 0, clips: 0 },
  teamSeats: USUAL_TEAM_SEATS,
  disposableDomains: new Set(),
  sample: { collections: [], homePage: { hero: null, featured: [], categories: [] } },
  commonPasswords: new Set(),
};

/** The services whose methods return no effects. */
const SYNCHRONOUS = /^(links|markup)\./;

/** Methods that only read, or make a value that nobody else sees. */
const READS = new RegExp(
  `\\.(?:${[
    ...["get", "page", "list", "all", "every", "has", "due", "dueForExpiry", "running", "current", "known", "latest"],
    ...["lots", "entries", "licensesOfLots", "holdings", "profile", "prices", "uses", "words", "synonyms", "search"],
    ...["buyers", "members", "invitations?", "pending\\w*", "charged", "withdrawable", "unsettled", "mismatched"],
    ...[
      "adjustmentsDueBefore",
      "versions",
      "jobs\\w*",
      "failures",
      "keys",
      "keyOf",
      "entitlements\\w*",
      "isShort",
      "announced",
    ],
    ...["(?:by|of|find|count|open|paid|owned)(?:[A-Z]\\w*)?", "setupIntent", "customer", "cards", "retrieve\\w*"],
    ...[
      "verifyWebhook",
      "listEvents",
      "checkPassword",
      "sessions",
      "sign",
      "print",
      "unprintable",
      "ofMarkdown",
      "startingWith",
    ],
  ].join("|")})$`,
);

/** Locks and leases. They protect a change, and change nothing themselves. */
const GUARDS = /\.lock\w*$|^leases\./;

/** A call of a service, such as `orders.insert`, with its arguments. */
interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}

type Method = (...args: readonly unknown[]) => unknown;

/**
 * Returns a store's services with only some methods, and what a use case does with them. `run` runs a use case.
 * `effects` lists what it has stored in transactions that were committed, and what it has asked of others. `argsOf`
 * returns the arguments of every call of a method. `order` is for rules about which of two things comes first: it
 * returns those of the names that were called, "begin", "commit", and "roll back" among them, by their first call.
 */
export const storeWith = (allowed: Allowed = {}) => {
  const calls: Call[] = [];
  const mistakes: string[] = [];
  let made = 0;
  const note = (name: string, args: readonly unknown[] = []) => Effect.sync(() => void calls.push({ name, args }));

  const refused = (name: string): never => {
    mistakes.push(name);
    throw new Error(`${name} is not expected`);
  };

  const watched = (name: string, method: Method, isOutside: boolean): Method => {
    const called = (args: readonly unknown[]) =>
      Effect.flatMap(Ports.InTransaction, (isInside) =>
        isInside && isOutside ? Effect.sync(() => refused(`${name} inside a transaction`)) : note(name, args),
      );
    return (...args) => {
      const answer = method(...args);
      // A use case may build an effect that it never runs.
      if (Effect.isEffect(answer)) return Effect.andThen(called(args), answer);
      calls.push({ name, args });
      return answer;
    };
  };

  /** Returns a service, or a group of services, that records its calls. */
  const stub = <S extends object>(path: string, methods: object | undefined, isGroup = false, isOutside = false): S =>
    new Proxy(methods ?? {}, {
      get: (target, key) => {
        const part: unknown = Reflect.get(target, key);
        if (typeof key === "symbol") return part;
        const name = path === "" ? key : `${path}.${key}`;
        if (isGroup) return stub(name, part as object | undefined, false, isOutside);
        if (typeof part === "function") return watched(name, part as Method, isOutside);
        if (part !== undefined) return part;
        return () => (SYNCHRONOUS.test(name) ? refused(name) : Effect.sync(() => refused(name)));
      },
    }) as S;

  const outside = <S extends object>(path: string, methods: object | undefined, isGroup = false): S =>
    stub(path, methods, isGroup, true);
  const orNull = <S extends object>(path: string, methods: object | null | undefined, isGroup = false): S | null =>
    methods === null ? null : outside(path, methods, isGroup);

  const withShop = { shop: { current: () => Effect.succeed(NEW_SHOP) }, ...allowed.repositories };
  const repositories = stub<Ports.Repositories["Service"]>("", withShop, true);
  const transactions: Ports.Transactions = {
    read: repositories,
    check: () => refused("transactions.check"),
    isOutage: () => false,
    run: (work) =>
      Effect.gen(function* () {
        if (yield* Ports.InTransaction) refused("a transaction inside a transaction");
        yield* note("begin");
        const exit = yield* Effect.exit(Effect.provideService(work(repositories), Ports.InTransaction, true));
        yield* note(Exit.isSuccess(exit) ? "commit" : "roll back");
        return yield* exit;
      }),
  };

  const approving = Object.fromEntries(
    APPROVAL_PROVIDERS.map((name) => [name, orNull<Ports.PaymentProvider>(name, allowed[name], true)]),
  ) as { readonly [P in ProvidersThat<"approval">]: Ports.PaymentProvider | null };

  const context: Context.Context<StoreServices> = Context.make(Ports.Transactions, transactions)
    .pipe(
      Context.add(Ports.ReadRepositories, repositories),
      Context.add(Ports.Clock, allowed.clock ?? { now: () => NOW }),
      Context.add(Ports.Ids, {
        next: () => `id-${++made}`,
        code: () => `code-${++made}`,
        bytes: (count) => new Uint8Array(count),
      }),
      Context.add(Settings, { ...SETTINGS, ...allowed.settings }),
      Context.add(Ports.PaymentProviders, {
        ...approving,
        stripe: outside<Ports.PaymentProvider>("stripe", allowed.stripe, true),
      }),
      Context.add(Ports.Analytics, orNull("analytics", allowed.analytics ?? null)),
      Context.add(Ports.Newsletter, orNull("newsletter", allowed.newsletter ?? null, true)),
      Context.add(Ports.CardVault, outside("cards", allowed.cards)),
      Context.add(Ports.CertificateRenderer, stub("certificates", allowed.certificates)),
      Context.add(Ports.ReceiptRenderer, stub("receipts", allowed.receipts)),
      Context.add(Ports.Files, stub("files", allowed.files)),
      Context.add(Ports.Identity, stub("identity", allowed.identity)),
      Context.add(Ports.Links, stub("links", allowed.links, true)),
      Context.add(Ports.Mail, outside("mail", allowed.mail)),
      Context.add(Ports.Markup, stub("markup", allowed.markup)),
      Context.add(Ports.PaymentRecovery, null),
      Context.add(Ports.PromoCodes, outside("promoCodes", allowed.promoCodes)),
      Context.add(Ports.IdempotencyKeys, stub("idempotencyKeys", allowed.idempotencyKeys)),
      Context.add(Ports.RateLimits, stub("rateLimits", allowed.rateLimits)),
      Context.add(Ports.Stock, stub("stock", allowed.stock)),
    )
    .pipe(Context.add(Ports.WebhookSender, stub("webhookSender", allowed.webhookSender)));

  return {
    run: async <A, E>(work: Effect.Effect<A, E, StoreServices>): Promise<A> => {
      const quiet = Effect.provide(work, Logger.layer([]));
      const exit = await Effect.runPromiseExitWith(context)(quiet);
      // A use case may catch the defect of a stub, so it is reported here as well.
      if (mistakes.length > 0) throw new Error(`not expected: ${mistakes.join(", ")}`);
      return await Effect.runPromise(exit);
    },
    effects: (): readonly string[] => effectsOf(calls.map(({ name }) => name)),
    order: (...names: readonly string[]): readonly string[] =>
      [...new Set(calls.map(({ name }) => name))].filter((name) => names.includes(name)),
    argsOf: (name: string): readonly (readonly unknown[])[] =>
      calls.filter((call) => call.name === name).map(({ args }) => args),
  };
};

/** Returns the calls that changed something, without those of transactions that were rolled back. */
const effectsOf = (names: readonly string[]): readonly string[] => {
  const done: string[] = [];
  let inside: string[] | null = null;
  for (const name of names) {
    if (name === "begin") inside = [];
    else if (name === "commit" || name === "roll back") {
      if (name === "commit") done.push(...(inside ?? []));
      inside = null;
    } else if (!READS.test(name) && !GUARDS.test(name)) (inside ?? done).push(name);
  }
  return done;
};

/** Returns a method that always returns a value. */
export const gives =
  <A>(value: A) =>
  (): Effect.Effect<A> =>
    Effect.succeed(value);

/** A method that does nothing. */
export const nothing = gives<void>(undefined);

/** The repository of leases, all of which are free. */
export const FREE_LEASES = { isTaken: gives(false), take: gives(true), extend: gives(true), release: gives(true) };

/** A method of a provider that is down. */
export const down = (): Effect.Effect<never, Ports.PaymentProviderUnavailable> =>
  Effect.fail(new Ports.PaymentProviderUnavailable({ cause: "down" }));
