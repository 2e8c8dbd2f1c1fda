import type { LicenseRule } from "@backlot/domain";
import type { MismatchedPaymentView, OpenDispute, Store, UnrecoveredMoneyView, UnsettledRefund } from "@backlot/ports";
import type * as Effect from "effect/Effect";
import { CommandFailed } from "./output.ts";
import { type Profile, withProfile } from "./profiles.ts";

// The client and its dependencies take most of the startup time, so only commands that call a store load them.
const loadClient = () => import("./store-client.ts");

/** Fails if a store's URL is incomplete. */
export const requireAddress = (url: string): void => {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandFailed("bad_store", `--store is "${url}". Use a URL such as http://127.0.0.1:3000.`);
};

/** Returns a client for a running store. With a key, it calls the store as support staff. */
export const storeAt = async (url: string, key?: string): Promise<Store> => {
  requireAddress(url);
  return (await loadClient()).openStore(url, key);
};

/** An error of the store, with the fields that it names if a request was invalid. */
interface StoreError {
  readonly message: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[] | undefined;
}

/** Returns an error's message, with a line for each field that it names. */
const textOf = ({ message, issues = [] }: StoreError): string =>
  [message, ...issues.map((issue) => `${issue.path.replace(/^(?:payload|query)\./, "")}: ${issue.message}`)].join("\n");

/** Returns the result of a store operation. Fails the command if the operation fails. */
export const answered = async <A, E extends { readonly _tag: string; readonly message: string }>(
  url: string,
  operation: Effect.Effect<A, E>,
): Promise<A> => {
  const result = await (await loadClient()).ask(operation);
  if ("success" in result) return result.success;
  const { _tag, message } = result.failure;
  const text = textOf(result.failure);
  if (_tag === "unauthorized")
    throw new CommandFailed(_tag, `${url} doesn't accept this support key. Ask the store's operator for yours.`, 4);
  if (_tag === "forbidden") throw new CommandFailed(_tag, message, 4);
  throw new CommandFailed(_tag, _tag === "unreachable" ? `${url}: ${message}` : text);
};

/** Returns the license rule of a running store. */
export const licenseRuleOf = async (url: string): Promise<LicenseRule> =>
  (await answered(url, (await storeAt(url)).settings.get())).data.license_rule;

/** Refunds, payments, and disputes that need attention. */
export interface UnsettledMoney {
  readonly refunds: readonly UnsettledRefund[];
  readonly mismatched: readonly MismatchedPaymentView[];
  readonly unrecovered: readonly UnrecoveredMoneyView[];
  readonly disputes: readonly OpenDispute[];
}

/**
 * Returns due or failed refunds, payments whose amount differs from the quote, credits and items that refunds could not
 * revoke, and open disputes.
 */
export const unsettledMoneyOf = async (url: string | undefined, key: string | undefined): Promise<UnsettledMoney> =>
  (await askSupport(url, key, (store) => store.support.money())).data;

/** Returns all entries of a paginated list. Each page starts after the key of the previous page's last entry. */
export const allPages = async <A, K>(
  ask: (starting_after: K | undefined) => Promise<{ readonly data: readonly A[]; readonly has_more: boolean }>,
  keyOf: (last: A) => K,
): Promise<readonly A[]> => {
  const entries: A[] = [];
  for (let more = true; more; ) {
    const last = entries.at(-1);
    const page = await ask(last === undefined ? undefined : keyOf(last));
    entries.push(...page.data);
    more = page.has_more;
  }
  return entries;
};

/** Returns the given store and key, or those that `login` saved. Fails if either is missing. */
export const requireStore = (url: string | undefined, key: string | undefined): Profile => {
  const profile = withProfile({ store: url, key });
  if (profile.store === undefined)
    throw new CommandFailed(
      "no_store",
      "Pass your store's URL with --store, such as http://127.0.0.1:3000, or run backlot login to save it.",
    );
  requireAddress(profile.store);
  if (profile.key === undefined)
    throw new CommandFailed("no_key", "Pass your support key with --key, or run backlot login to save it.", 4);
  return { store: profile.store, key: profile.key };
};

/** Calls a running store as support staff. Fails if the store or the key is missing. */
export const askSupport = async <A, E extends { readonly _tag: string; readonly message: string }>(
  url: string | undefined,
  key: string | undefined,
  ask: (store: Store) => Effect.Effect<A, E>,
): Promise<A> => {
  const where = requireStore(url, key);
  return answered(where.store, ask(await storeAt(where.store, where.key)));
};
