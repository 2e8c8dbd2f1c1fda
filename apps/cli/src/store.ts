import type { LicenseRule } from "@backlot/domain";
import type { MismatchedPaymentView, OpenDispute, Store, UnrecoveredMoneyView, UnsettledRefund } from "@backlot/ports";
import type * as Effect from "effect/Effect";
import { CommandFailed } from "./output.ts";

// The client and what it stands on take most of the start: only commands that ask a store load them.
const loadClient = () => import("./store-client.ts");

/** A client of a running store. The key makes its caller support staff. */
export const storeAt = async (url: string, key?: string): Promise<Store> => {
  if (!URL.canParse(url))
    throw new CommandFailed("bad_store", `--store is "${url}": use an address such as http://127.0.0.1:3000.`);
  return (await loadClient()).openStore(url, key);
};

/** What a running store answers, or why the command can't go on. */
export const answered = async <A, E extends { readonly _tag: string; readonly message: string }>(
  url: string,
  operation: Effect.Effect<A, E>,
): Promise<A> => {
  const result = await (await loadClient()).ask(operation);
  if ("success" in result) return result.success;
  const { _tag, message } = result.failure;
  if (_tag === "unauthorized" || _tag === "forbidden")
    throw new CommandFailed(
      _tag,
      `${url} does not take this support key. It is SUPPORT_KEY, or one of SUPPORT_KEYS, of the store.`,
      4,
    );
  throw new CommandFailed(_tag, `${url}: ${message}`);
};

/** The license rule that a running store works by. (CHG-01) */
export const licenseRuleOf = async (url: string): Promise<LicenseRule> =>
  (await answered(url, (await storeAt(url)).settings.get())).data.licence_rule;

/** What of a store's money needs somebody's eye. */
export interface UnsettledMoney {
  readonly refunds: readonly UnsettledRefund[];
  readonly mismatched: readonly MismatchedPaymentView[];
  readonly unrecovered: readonly UnrecoveredMoneyView[];
  readonly disputes: readonly OpenDispute[];
}

/**
 * Refunds that are due or refused, payments at another amount than quoted, what refunds could not revoke, and open
 * disputes of a running store. (CLI-02)
 */
export const unsettledMoneyOf = async (url: string | undefined, key: string | undefined): Promise<UnsettledMoney> =>
  (await askSupport(url, key, (store) => store.support.money())).data;

/** The whole of a list that comes by pages; each begins behind the key of the last one before it. */
export const allPages = async <A, K>(
  ask: (starting_after: K | undefined) => Promise<{ readonly data: readonly A[]; readonly has_more: boolean }>,
  keyOf: (last: A) => K,
): Promise<readonly A[]> => {
  const found: A[] = [];
  for (let more = true; more; ) {
    const last = found.at(-1);
    const page = await ask(last === undefined ? undefined : keyOf(last));
    found.push(...page.data);
    more = page.has_more;
  }
  return found;
};

/** Asks a running store as its support staff. */
export const askSupport = async <A, E extends { readonly _tag: string; readonly message: string }>(
  url: string | undefined,
  key: string | undefined,
  ask: (store: Store) => Effect.Effect<A, E>,
): Promise<A> => {
  if (url === undefined)
    throw new CommandFailed("no_store", "Name a running store: --store http://127.0.0.1:3000, or set BACKLOT_URL.");
  if (key === undefined)
    throw new CommandFailed("no_key", "Give the store's support key: --key, or set BACKLOT_SUPPORT_KEY.", 4);
  return answered(url, ask(await storeAt(url, key)));
};
