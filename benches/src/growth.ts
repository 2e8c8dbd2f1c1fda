import pg from "pg";
import { copyAccount } from "./copy-rows.ts";
import { readsOf } from "./customer-requests.ts";
import { requestsPerSecond } from "./load.ts";
import { fillCatalog } from "./search.ts";
import type { Measured } from "./statistics.ts";
import { openBenchStore } from "./store.ts";
import { MANY_ORDERS, openSubscriber } from "./subscriber.ts";
import type { Workshop } from "./workshop.ts";

/**
 * The sizes of a shop: the number of accounts, each with a plan and two orders, which is also the number of
 * collections.
 */
const SIZES = [1_000, 10_000, 100_000];
/** The sizes of a check. */
const FEW = [10, 20, 40];

/**
 * Returns the minimum speed of a read as a fraction of its speed at the first size, assuming that its cost grows with
 * log n.
 */
const leastShare = (size: number, first: number): number => Math.log(first) / Math.log(size);

/** Creates a separate database on the workshop's server, because a large shop would slow down the other rows. */
const newDatabase = async (databaseUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("create database growth");
  await client.end();
  const url = new URL(databaseUrl);
  url.pathname = "/growth";
  return url.href;
};

/**
 * Measures what a signed-in customer reads over the API while the shop grows, compared with the smallest shop. Support
 * staff's search for a customer is one of the reads.
 */
export const measureGrowth = async (workshop: Workshop): Promise<readonly Measured[]> => {
  const databaseUrl = await newDatabase(workshop.databaseUrl);
  const store = await openBenchStore(databaseUrl, workshop.profileTo);
  try {
    const customer = await openSubscriber(store, MANY_ORDERS);
    const other = await openSubscriber(store);
    const reads = [
      ...readsOf(customer).map(({ name, path }) => ({ name, path, headers: { authorization: customer.token } })),
      ...Object.entries({
        "a customer by address": customer.email,
        "a customer by a part of it": customer.email.slice(1, 10),
      }).map(([name, text]) => ({
        name,
        path: `/api/support/customers/search?text=${encodeURIComponent(text)}`,
        headers: { authorization: store.env["SUPPORT_KEY"] ?? "" },
      })),
    ];
    const sizes = workshop.isCheck ? FEW : SIZES;
    const rates = new Map<string, number[][]>();
    let size = 0;
    for (const next of sizes) {
      await copyAccount(databaseUrl, other.id, { from: size + 1, to: next });
      await fillCatalog(databaseUrl, next, size);
      size = next;
      for (const { name, path, headers } of reads) {
        const load = () => requestsPerSecond(`${store.server.url}${path}`, workshop.seconds, { headers });
        if (!workshop.isCheck) await load();
        const rounds: number[] = [];
        for (let round = 0; round < workshop.rounds; round += 1) rounds.push(await load());
        rates.set(name, [...(rates.get(name) ?? []), rounds]);
      }
    }
    const [first = 1] = sizes;
    return [...rates].flatMap(([name, [limit = [], ...larger]]) =>
      larger.map((ours, place): Measured => {
        const grown = sizes[place + 1] ?? first;
        return {
          row: `growth: ${name}, ${grown.toLocaleString("en-US")}`,
          unit: "/s",
          limit,
          ours,
          goal: { atLeast: Number(leastShare(grown, first).toFixed(2)) },
        };
      }),
    );
  } finally {
    await store.stop();
  }
};
