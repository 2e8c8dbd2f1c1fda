import * as Schema from "effect/Schema";
import type { ItemKind } from "./order.ts";

/** Checks at compile time that the list contains every item kind. */
const all = <const Kinds extends readonly ItemKind[]>(
  kinds: Exclude<ItemKind, Kinds[number]> extends never ? Kinds : never,
): Kinds => kinds;

/** All item kinds, in the order in which the API documents them. */
const ITEM_KINDS = all(["plan", "plan-change", "credit-pack", "product"]);

/** The kind of purchase: a plan, credits, or products. */
export const ItemKindName = Schema.Literals(ITEM_KINDS);
