import { makeTransactions } from "@backlot/adapters-postgres";
import { EVERYTHING, instantOf, newAccount } from "@backlot/domain";
import { OperationReads } from "@backlot/ports";
import { testDatabases } from "@backlot/testing/databases";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

const run = Effect.runPromise;
const NOON = instantOf("2026-06-01T12:00:00Z");
const EVENING = instantOf("2026-06-01T18:00:00Z");
const PAGE = { filter: EVERYTHING, sort: "newest", starting_after: null, limit: 3 } as const;

describe.each(testDatabases.map((databases) => [databases.kind, databases] as const))(
  "shared reads on %s",
  (_, databases) => {
    const open = async () => {
      const database = await databases.open();
      let count = 0;
      const clock = { at: NOON };
      const counted = database.kysely.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          count += 1;
          return result;
        },
      });
      const processOf = (kysely: typeof database.kysely) =>
        makeTransactions(kysely, { ...database, clock: { now: () => clock.at } });
      /** Returns how many statements reads run. */
      const asked = async (reads: () => Promise<unknown>): Promise<number> => {
        count = 0;
        await reads();
        return count;
      };
      return { database, clock, one: processOf(counted), other: processOf(database.kysely), asked };
    };

    it("are read once until something that customers see changes in any process", async () => {
      const { database, one, other, asked } = await open();
      const names = async () => (await run(one.read.collections.page(PAGE))).map(({ name }) => name);
      expect(await asked(names)).toBe(2);
      const before = await names();
      // The version alone.
      expect(await asked(names)).toBe(1);
      const fire = await run(other.read.collections.bySlug("ground-fire"));
      if (fire === null) throw new Error("there is no ground-fire");
      await run(other.run(({ collections }) => collections.put({ ...fire, id: 999_999, slug: "z", name: "Zeppelin" })));
      expect(await names()).not.toEqual(before);
      expect((await run(one.read.collections.bySlug("z")))?.name).toBe("Zeppelin");
      await database.close();
    });

    it("change when a sale ends, which writes nothing", async () => {
      const { database, clock, one } = await open();
      await sql`insert into plan_sales (percent_off, months, starts_at, ends_at)
        values (20, 3, ${NOON}, ${EVENING})`.execute(database.kysely);
      const sale = async () => (await run(one.read.storefront.announced(clock.at))).sale?.percent_off ?? null;
      expect(await sale()).toBe(20);
      clock.at = EVENING;
      expect(await sale()).toBeNull();
      await database.close();
    });

    it("are of one version within an operation, until it changes something itself", async () => {
      const { database, one, other } = await open();
      const fire = await run(one.read.collections.bySlug("ground-fire"));
      if (fire === null) throw new Error("there is no ground-fire");
      const rename =
        (name: string) =>
        ({ run: work }: typeof one) =>
          work(({ collections }) => collections.put({ ...fire, name }));
      const nameOf = Effect.map(one.read.collections.bySlug("ground-fire"), (found) => found?.name);
      const operation = Effect.gen(function* () {
        const first = yield* nameOf;
        yield* Effect.promise(() => run(rename("Elsewhere")(other)));
        const second = yield* nameOf;
        yield* rename("Own")(one);
        return [first, second, yield* nameOf];
      });
      const names = await run(Effect.provideService(operation, OperationReads, { version: null, once: null }));
      expect(names).toEqual([fire.name, fire.name, "Own"]);
      await database.close();
    });

    it("an operation that only reads asks for an account once, until it changes something", async () => {
      const { database, one, asked } = await open();
      const account = newAccount({
        id: "ada",
        email: "a@example.com",
        first_name: "A",
        last_name: "L",
        created_at: NOON,
      });
      const insert = one.run(({ accounts }) => accounts.insertIfAbsent(account));
      const operation = Effect.gen(function* () {
        const before = [yield* one.read.accounts.get("ada"), yield* one.read.accounts.get("ada")];
        yield* insert;
        return [...before, yield* one.read.accounts.get("ada")].map((found) => found?.id ?? null);
      });
      const work = () => run(Effect.provideService(operation, OperationReads, { version: null, once: new Map() }));
      expect(await work()).toEqual([null, null, "ada"]);
      const read = Effect.andThen(one.read.accounts.get("ada"), one.read.accounts.get("ada"));
      const reading = { version: null, once: new Map() };
      expect(await asked(() => run(Effect.provideService(read, OperationReads, reading)))).toBe(1);
      expect(await asked(() => run(read))).toBe(2);
      await database.close();
    });

    it("that fail are not kept", async () => {
      const { database, one } = await open();
      await sql`alter table plan_offers rename to moved`.execute(database.kysely);
      await expect(run(one.read.plans.all())).rejects.toThrow();
      await sql`alter table moved rename to plan_offers`.execute(database.kysely);
      expect((await run(one.read.plans.all())).length).toBeGreaterThan(0);
      await database.close();
    });
  },
);
