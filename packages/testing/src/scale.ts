/**
 * How much each proof runs: small in `npm test`, in full in `npm run prove`. The code is the same.
 */
const full = process.env.BACKLOT_PROVE === "1";

export const TEST_SCALE = {
  /** Whether plain scenarios run on every kind of database, and every state of a screen is looked at in both widths. */
  everywhere: full,
  /** Cases per law. */
  laws: full ? 10_000 : 200,
  /** Times the same order is submitted at once. */
  doubleSubmits: 50,
  /** Times that a code for one order is tried at once. */
  codeTries: 100,
  /** Purchases by eight shoppers while everything that can go wrong does now and then. */
  faultyPurchases: full ? 500 : 32,
  /** Orders in which six webhooks come, of all 720. */
  webhookOrders: full ? 720 : 8,
  /** The size that sold files are made at where nobody looks into them, as a share of the full one. */
  files: 0.0625,
  /** How long the longest of these proofs may take, in milliseconds. */
  longest: full ? 3_600_000 : 120_000,
  /** Random histories of a shopper, for each database and each license rule. */
  histories: full ? 150 : 3,
  /** Sampled purchases of every kind, payer, license, code and credit, each quoted, shown and paid. */
  combinations: full ? 200 : 16,
  /** Senseless requests per route. */
  fuzz: full ? 5_000 : 20,
  /** Kills of the running store, each in the middle of a purchase of every kind. */
  kills: full ? 100 : 1,
  /** Kills of a process that writes to the embedded database. */
  databaseKills: full ? 20 : 2,
  /** Times that the connections to the database are cut, and the shoppers meanwhile. */
  databaseCuts: full ? 50 : 6,
  cutShoppers: full ? 20 : 4,
  /** Rows written at once in the transaction suites. */
  concurrentWrites: full ? 100 : 50,
} as const;

/** The seed of every small run, so that it judges what was changed and nothing else. */
const FIXED_SEED = 20_261_122;

/** Seed of this run's laws. `npm run prove` draws one; set LAW_SEED to repeat it. */
export const LAW_SEED = Number(process.env.LAW_SEED ?? FIXED_SEED);

/** Every order of the numbers from 0. */
const permutations = (n: number): readonly (readonly number[])[] =>
  n === 0
    ? [[]]
    : permutations(n - 1).flatMap((shorter) =>
        Array.from({ length: n }, (_, place) => [...shorter.slice(0, place), n - 1, ...shorter.slice(place)]),
      );

/** So many orders of six things, spread over all of them. */
export const ordersOfSix = (count: number): readonly (readonly number[])[] => {
  const all = permutations(6);
  return all.filter((_, index) => index % Math.ceil(all.length / count) === 0);
};
