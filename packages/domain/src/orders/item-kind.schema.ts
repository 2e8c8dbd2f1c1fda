import * as Schema from "effect/Schema";
import type { ItemKind } from "./order.ts";

/** Returns a list of kinds that lacks none. A kind that is missing from it does not compile. */
const all = <const Kinds extends readonly ItemKind[]>(
  kinds: Exclude<ItemKind, Kinds[number]> extends never ? Kinds : never,
): Kinds => kinds;

/** The kinds of things that are sold, in the order in which the API names them. */
export const ITEM_KINDS = all(["plan", "plan-change", "credit-pack", "product"]);

/** The kind of an ordered item, on the wire. */
export const ItemKindName = Schema.Literals(ITEM_KINDS);
