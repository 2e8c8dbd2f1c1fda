import { CIRCLE } from "./circle.ts";

/** Whether tests run at full scale (`npm run prove`) or at a small scale (`npm test`, `npm run test:all`). */
const full = CIRCLE === "full";

export const TEST_SCALE = {
  /** Whether every screen state is checked at both widths, and every sample is simulated. */
  everywhere: full,
  /** The number of cases per property. */
  laws: full ? 10_000 : 200,
  /** The number of concurrent submissions of the same order. */
  doubleSubmits: 50,
  /** The number of concurrent attempts to use a code that is valid for one order. */
  codeTries: 100,
  /** The number of purchases by 8 concurrent shoppers, with all faults on. */
  faultyPurchases: full ? 500 : 32,
  /** The number of tested orders, out of 720, in which six webhooks can arrive. */
  webhookOrders: full ? 720 : 8,
  /** The scale of rendered files in tests that don't look into them. */
  files: 0.0625,
  /** The number of random shopper histories, per database and license rule. */
  histories: full ? 150 : 3,
  /** The number of shoppers of the simulated day with faults, and of their moves in each of its hours. */
  dayShoppers: full ? 20 : 3,
  dayMoves: full ? 12 : 2,
  /** The number of random plans whose renewals are compared with what was promised, per database. */
  lives: full ? 500 : 3,
  /** The number of random customers whose plan changes are previewed for support. */
  previews: full ? 100 : 20,
  /**
   * The number of sampled purchases, over every kind, payment method, license, code, and credit. Each is quoted, shown,
   * and paid.
   */
  combinations: full ? 200 : 16,
  /** The number of random requests per route. */
  fuzz: full ? 5_000 : 20,
  /** The number of times the running store is killed, each during one purchase of every kind. */
  kills: full ? 100 : 1,
  /** The number of times a process that writes to the embedded database is killed. */
  databaseKills: full ? 20 : 2,
  /** The number of times that the database connections are cut. */
  databaseCuts: full ? 50 : 6,
  /** The number of shoppers who buy while the database connections are cut. */
  cutShoppers: full ? 20 : 4,
  /** The number of made-up deliverables that become a stocked store, of 20 kinds. */
  deliverables: full ? 200 : 20,
  /** The number of shoppers while processes are restarted one after the other. */
  restartShoppers: full ? 20 : 5,
  /** The number of concurrent writes in the transaction suites. */
  concurrentWrites: full ? 100 : 50,
} as const;

/** The seed of small runs. It is fixed, so that a failure comes from the change under test. */
const FIXED_SEED = 20_261_122;

/** The seed of this run's properties. `npm run prove` picks a random one; set LAW_SEED to repeat it. */
export const LAW_SEED = Number(process.env.LAW_SEED ?? FIXED_SEED);

/** Returns all permutations of the numbers from 0 to n - 1. */
const permutations = (n: number): readonly (readonly number[])[] =>
  n === 0
    ? [[]]
    : permutations(n - 1).flatMap((shorter) =>
        Array.from({ length: n }, (_, place) => [...shorter.slice(0, place), n - 1, ...shorter.slice(place)]),
      );

/** Returns about `count` permutations of six things, spread evenly over all of them. */
export const ordersOfSix = (count: number): readonly (readonly number[])[] => {
  const all = permutations(6);
  return all.filter((_, index) => index % Math.ceil(all.length / count) === 0);
};
