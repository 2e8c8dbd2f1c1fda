import { overTheWire } from "@backlot/testing/processes";
import { TestClient } from "@backlot/testing/client";
import type { BenchStore } from "./store.ts";

/** A customer with a plan, a wishlist, and a cart. */
export interface Subscriber {
  /** The session token. */
  readonly token: string;
  /** The headers of their browser. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs up a customer with a plan, credits, three saved items, a purchase, and two files in the cart. */
export const openSubscriber = async ({ server, sandbox }: BenchStore): Promise<Subscriber> => {
  const client = new TestClient(overTheWire(server.url));
  await client.signUp();
  const { id } = await client.saveCard(sandbox.url, "4242424242424242");
  const sold = await client.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id });
  const listed = await client.get("/api/collections?limit=5");
  const [first, ...others] = listed.body.data as readonly {
    readonly id: number;
    readonly collection_variants: readonly { readonly id: number }[];
  }[];
  const saved = await Promise.all(others.slice(0, 3).map((each) => client.put(`/api/wishlists/${each.id}`, undefined)));
  const product_ids = (first?.collection_variants ?? []).slice(0, 2).map((variant) => variant.id);
  const cart = await client.put("/api/orders/shopping_cart", { product_ids });
  for (const { status, body } of [sold, listed, cart, ...saved])
    if (status >= 400) throw new Error(`a subscriber can't be made: ${JSON.stringify(body)}`);
  const token = client.token ?? "";
  return { token, headers: { cookie: `backlot_session=${token}` } };
};
