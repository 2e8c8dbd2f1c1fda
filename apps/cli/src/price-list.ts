import { makeStoreClient } from "@backlot/adapters-http";
import { PRICE_LIST } from "@backlot/catalogue/price-list";
import { type LicenceId, type PlanVariant, planVariantsFor } from "@backlot/domain";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { CommandFailed, type Output } from "./output.ts";

/** The plans that a licence may buy: those of a running store where one is named, else of the list that ships with it. */
export const plansFor = async (
  licence: LicenceId,
  storeUrl: string | undefined,
  output: Output,
): Promise<readonly PlanVariant[]> => {
  if (storeUrl === undefined) {
    output.err("From the price list that ships with Backlot; name a running store with --store to ask it.");
    return planVariantsFor(PRICE_LIST, licence);
  }
  if (!URL.canParse(storeUrl))
    throw new CommandFailed("bad_store", `--store is "${storeUrl}": use an address such as http://127.0.0.1:3000.`);
  const client = await Effect.runPromise(makeStoreClient({ baseUrl: storeUrl, timeoutMs: 10_000 }));
  const answered = await Effect.runPromise(Effect.result(client.planVariants.list({ query: { license_id: licence } })));
  if (Result.isFailure(answered)) throw new CommandFailed("unreachable", `${storeUrl}: ${answered.failure.message}`);
  return answered.success;
};
