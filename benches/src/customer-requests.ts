import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CustomerRequest, record } from "./recording.ts";
import type { Measured } from "./statistics.ts";
import { DOWNLOADED, MANY_ORDERS, type Subscriber, openSubscriber } from "./subscriber.ts";
import type { Workshop } from "./workshop.ts";

/** A product from the sample catalog, which every store has. */
export const SLUG = "ground-fire";

/** Returns a customer's read requests, with their names in the report. */
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

/** Returns the requests that change a customer's rows. */
const changesOf = ({ email, files }: Subscriber): readonly CustomerRequest[] => [
  {
    name: "sign in",
    method: "POST",
    path: "/api/sessions",
    body: { email, password: "correct horse" },
    verifiesPassword: true,
    // More connections would reach the account's limit for wrong passwords, because a password counts as wrong until it
    // is verified.
    connections: 4,
  },
  { name: "a download link", method: "GET", path: `/api/variant_downloads/${DOWNLOADED}/download` },
  { name: "change the cart", method: "PUT", path: "/api/orders/shopping_cart", body: { product_ids: files } },
];

/**
 * Measures requests of a signed-in customer with 100 orders over the API, compared with sending only the store's own
 * statements.
 */
export const measureRequests = async (workshop: Workshop): Promise<readonly Measured[]> => {
  const store = await workshop.store();
  const measured: Measured[] = [];
  // Use a separate customer for changes, so that the reads still match their recordings.
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
