import { openWithReplica, makeTransactions } from "@backlot/adapters-postgres";
import { EVERYTHING } from "@backlot/domain";
import { testDatabases } from "@backlot/testing/databases";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

const run = Effect.runPromise;
const server = testDatabases.find(({ kind }) => kind === "PostgreSQL");

describe.skipIf(server === undefined)("a read replica", () => {
  it("answers listings and searches, and the leader answers all else, and for a replica that is down", async () => {
    if (server === undefined) return;
    const urlOf = async () => (await server.stockedEnvironment("")).DATABASE_URL ?? "";
    const [leaderUrl, replicaUrl] = [await urlOf(), await urlOf()];
    const database = openWithReplica(leaderUrl, replicaUrl, 2);
    if (database.replica === null) throw new Error("no replica was opened");
    // A replica that lags: it has not heard of the new name.
    let now = 0;
    const { read, run: inTransaction } = makeTransactions(database.kysely, { ...database, now: () => now });
    const fire = await run(read.collections.bySlug("ground-fire"));
    if (fire === null) throw new Error("there is no ground-fire");
    await run(inTransaction(({ collections }) => collections.put({ ...fire, name: "Zeppelin Fire" })));
    const listed = async () => {
      const page = { filter: EVERYTHING, sort: "newest" as const, starting_after: null, limit: 100 };
      return (await run(read.collections.page(page))).find(({ slug }) => slug === "ground-fire")?.name;
    };
    const found = async (word: string) =>
      (
        await run(
          read.search.collections({
            groups: { typed: [[word]], meant: [[word]] },
            name: "",
            filter: EVERYTHING,
            limit: 100,
          }),
        )
      ).length;
    expect(await listed()).toBe("Ground Fire");
    expect(await found("zeppelin")).toBe(0);
    expect((await run(read.collections.bySlug("ground-fire")))?.name).toBe("Zeppelin Fire");

    await sql`alter table collections rename to moved`.execute(database.replica);
    expect(await listed()).toBe("Zeppelin Fire");
    await sql`alter table moved rename to collections`.execute(database.replica);
    // It rests for a while, so that not every request waits for it.
    expect(await found("zeppelin")).toBe(1);
    now += 30_000;
    expect([await listed(), await found("zeppelin")]).toEqual(["Ground Fire", 0]);

    await database.close();
    const alone = openWithReplica(leaderUrl, replicaUrl.replace(/\/t_\w+/, "/none"), 2);
    const categories = await run(makeTransactions(alone.kysely, alone).read.search.categories(null));
    expect(categories.length).toBeGreaterThan(3);
    await alone.close();
  });
});
