import { LICENSES, itemPrice, message } from "@backlot/domain";
import { NotFound, ReadRepositories } from "@backlot/ports";
import { Products } from "@backlot/ports/catalog/catalog.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";
import { currentPriceRules } from "../price-rules.ts";

export const products = implement(Products, {
  prices: Effect.fnUntraced(function* ({ params: { id: variantId } }) {
    const repos = yield* ReadRepositories;
    const collection = yield* repos.collections.byVariant(variantId);
    const variant = collection?.collection_variants.find(({ id }) => id === variantId);
    if (!collection?.listed || !variant?.listed) return yield* new NotFound({ message: message("not_found") });
    const { item_factors } = yield* currentPriceRules;
    return LICENSES.map(({ id }) => ({ license_id: id, price: itemPrice(variant.price, id, item_factors) }));
  }),
});
