import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CustomerRequest, record } from "./recording.ts";
import type { Measured } from "./statistics.ts";
import { DOWNLOADED, MANY_ORDERS, type Subscriber, openSubscriber } from "./subscriber.ts";
import type { Workshop } from "./workshop.ts";

/** A product from the sample catalog, which every store has. */
export const SLUG = "ground-fire";

/** What a customer reads, by what the report calls it. */
export const readsOf = ({ order }: Subscriber): readonly CustomerRequest[] =>
  Object.entries({
    "their account": "/api/users/me",
    "a product": `/api/collections/${SLUG}`,
    "a listing": "/api/collections?limit=24",
    "plan variants": "/api/plan_variants",
    "the cart": "/api/orders/shopping_cart",
    "the library": "/api/variant_downloads",
    "the wishlist": "/api/wishlists",
    orders: "/api/orders",
    "an order": `/api/orders/${order}`,
    suggestions: "/api/searches?library_id=1&from_searchbox=true&cq=smok",
  }).map(([name, path]) => ({ name, method: "GET", path }));

/** What changes rows of a customer. */
const changesOf = ({ email, files }: Subscriber): readonly CustomerRequest[] => [
  {
    name: "sign in",
    method: "POST",
    path: "/api/sessions",
    body: { email, password: "correct horse" },
    verifiesPassword: true,
    // More would reach the limit of wrong passwords for one account: a password counts until it is verified.
    connections: 4,
  },
  { name: "a download link", method: "GET", path: `/api/variant_downloads/${DOWNLOADED}/download` },
  { name: "change the cart", method: "PUT", path: "/api/orders/shopping_cart", body: { product_ids: files } },
];

/**
 * Measures requests of a signed-in customer with 100 orders over the API, compared with the store's own statements sent
 * bare.
 */
export const measureRequests = async (workshop: Workshop): Promise<readonly Measured[]> => {
  const store = await workshop.store();
  const measured: Measured[] = [];
  // Changes have their own customer, so that the reads stay as they were recorded.
  for (const requestsOf of [readsOf, changesOf]) {
    const customer = await openSubscriber(store, MANY_ORDERS);
    const recordings = await record(store, customer.token, requestsOf(customer));
    const file = join(await mkdtemp(join(tmpdir(), "backlot-recordings-")), "recordings.json");
    await writeFile(file, JSON.stringify(recordings));
    const limit = await workshop.limit("replay.ts", { RECORDINGS: file });
    const headers = { authorization: customer.token };
    for (const request of recordings)
      measured.push(
        await workshop.compare(
          `customer: ${request.name}`,
          `${limit.url}${request.path}`,
          `${store.server.url}${request.path}`,
          { atLeast: 0.5 },
          { ...request, headers },
        ),
      );
  }
  return measured;
};
