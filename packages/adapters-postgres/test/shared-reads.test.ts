import { makeTransactions } from "@backlot/adapters-postgres";
import { EVERYTHING, instantOf } from "@backlot/domain";
import { SharedReads } from "@backlot/ports";
import { testDatabases } from "@backlot/testing/databases";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

const run = Effect.runPromise;
const NOON = instantOf("2026-06-01T12:00:00Z");
const EVENING = instantOf("2026-06-01T18:00:00Z");
const PAGE = { filter: EVERYTHING, sort: "newest", starting_after: null, limit: 3 } as const;

describe.each(testDatabases.map((databases) => [databases.kind, databases] as const))(
  "reads that all customers share on %s",
  (_, databases) => {
    const open = async () => {
      const database = await databases.open();
      const statements: string[] = [];
      const clock = { at: NOON };
      const counted = database.kysely.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const processOf = (kysely: typeof database.kysely) =>
        makeTransactions(kysely, { ...database, clock: { now: () => clock.at } });
      /** Returns how many statements reads run, besides asking for the version. */
      const asked = async (reads: () => Promise<unknown>): Promise<number> => {
        statements.length = 0;
        await reads();
        return statements.filter((kind) => kind !== "RawNode").length;
      };
      return { database, clock, one: processOf(counted), other: processOf(database.kysely), asked };
    };

    it("are read once until something that customers see changes in any process", async () => {
      const { database, one, other, asked } = await open();
      const names = async () => (await run(one.read.collections.page(PAGE))).map(({ name }) => name);
      expect(await asked(names)).toBeGreaterThan(0);
      const before = await names();
      expect(await asked(names)).toBe(0);
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
      const names = await run(Effect.provideService(operation, SharedReads, { version: null }));
      expect(names).toEqual([fire.name, fire.name, "Own"]);
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
