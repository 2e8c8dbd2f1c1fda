import { overTheWire } from "@backlot/testing/processes";
import { TestClient } from "@backlot/testing/client";
import { copyOrder } from "./copy-rows.ts";
import type { BenchStore } from "./store.ts";

/** A customer with a plan, a wishlist, a library, orders, and a cart. */
export interface Subscriber {
  /** The account's id. */
  readonly id: string;
  /** The session token. */
  readonly token: string;
  readonly email: string;
  /** The headers of their browser. */
  readonly headers: Readonly<Record<string, string>>;
  /** The newest order's id. */
  readonly order: string;
  /** The files in the cart. */
  readonly files: readonly number[];
}

/** The number of orders of a regular customer. */
export const MANY_ORDERS = 100;

/** A file that subscribers get for credits. */
export const DOWNLOADED = 1011;

/** The credits of a small pack. */
const PACK = 5;

/**
 * Signs up a customer with a plan, credits, three saved items, a download, two files in the cart, and the given
 * number of orders (at least two).
 */
export const openSubscriber = async ({ server, sandbox, databaseUrl }: BenchStore, orders = 2): Promise<Subscriber> => {
  const client = new TestClient(overTheWire(server.url));
  const signedUp = await client.signUp();
  const { id } = await client.saveCard(sandbox.url, "4242424242424242");
  const sold = await client.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
  const [{ id: payment_method_id }] = (await client.post("/api/cards", {})).body.data;
  const { body: payment } = await client.post("/api/payment_intent", { recurring_credits: PACK, payment_method_id });
  const paid = await client.post("/api/payment_intent_confirm", { payment_intent_id: payment.id });
  const bought = { payment_intent: payment.id, is_custom: true, recurring_credits: PACK };
  const pack = await client.post("/api/purchases/credit-pack-variant", bought);
  const owned = await client.post("/api/purchases/collection", { collection_id: 101 });
  const downloaded = await client.get(`/api/variant_downloads/${DOWNLOADED}/download`);
  const listed = await client.get("/api/collections?limit=5");
  const [first, ...others] = listed.body.data as readonly {
    readonly id: number;
    readonly collection_variants: readonly { readonly id: number }[];
  }[];
  const saved = await Promise.all(others.slice(0, 3).map((each) => client.put(`/api/wishlists/${each.id}`, undefined)));
  const files = (first?.collection_variants ?? []).slice(0, 2).map((variant) => variant.id);
  const cart = await client.put("/api/orders/shopping_cart", { product_ids: files });
  for (const { status, body } of [signedUp, sold, paid, pack, owned, downloaded, listed, cart, ...saved])
    if (status >= 400) throw new Error(`a subscriber can't be made: ${JSON.stringify(body)}`);
  const account = signedUp.body.data.user as { readonly id: string; readonly email: string };
  if (orders > 2) {
    if (databaseUrl === null) throw new Error("orders can only be copied on a server");
    await copyOrder(databaseUrl, account.id, orders - 2);
  }
  const newest = await client.get("/api/orders");
  const token = client.token ?? "";
  return {
    ...account,
    token,
    headers: { cookie: `backlot_session=${token}` },
    files,
    order: newest.body.data[0].id,
  };
};
