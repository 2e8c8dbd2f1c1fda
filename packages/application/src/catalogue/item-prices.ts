import { type Cents, LICENCES, type LicenceId, itemPrice, message } from "@backlot/domain";
import { NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** What a variant of a collection costs under each licence, in cents. (ORD-05) */
export const listItemPrices =
  (ports: Pick<StorePorts, "transactions">) =>
  (variantId: number): Effect.Effect<readonly { readonly license_id: LicenceId; readonly price: Cents }[], NotFound> =>
    Effect.gen(function* () {
      const collection = yield* ports.transactions.read.collections.byVariant(variantId);
      const variant = collection?.collection_variants.find(({ id }) => id === variantId);
      if (!collection?.listed || variant === undefined) return yield* new NotFound({ message: message("not_found") });
      return LICENCES.map(({ id }) => ({ license_id: id, price: itemPrice(variant.price, id) }));
    });
