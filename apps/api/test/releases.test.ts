import { type Instant, utcDay } from "@backlot/domain";
import { runDueJobs } from "@backlot/application";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TestClient } from "@backlot/testing/client";
import { ownFolder } from "@backlot/testing/data-folder";
import { scenarioDatabases } from "@backlot/testing/databases";
import { BARN_FIRE, BARN_FIRE_FILES, goodsFile } from "@backlot/testing/goods";
import { SUPPORT_KEY } from "@backlot/testing/sandbox";
import { runIn } from "@backlot/testing/ports";
import { useFreshStore } from "@backlot/testing/store";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { beforeEach, describe, expect, it } from "vitest";

const DAY_MS = 86_400_000;

describe.each(scenarioDatabases)("the release schedule on $kind", (databases) => {
  const suite = useFreshStore(databases, () => ({ DATA_DIR: ownFolder("releases") }));
  let start: Instant;
  beforeEach(() => {
    start = suite.store.clock.now();
  });
  const day = (days: number): string => utcDay(new Date(Date.parse(start) + days * DAY_MS).toISOString() as Instant);
  const passTo = async (days: number): Promise<void> => {
    suite.store.clock.set(`${day(days)}T00:30:00.000Z` as Instant);
    await runIn(suite.store.ports, runDueJobs);
  };

  const folderOf = async (collection: object): Promise<string> => {
    const folder = ownFolder("goods");
    for (const room of ["media", "files"]) await mkdir(join(folder, room), { recursive: true });
    await writeFile(join(folder, "catalog.json"), JSON.stringify({ collections: [collection] }));
    for (const name of BARN_FIRE_FILES)
      await writeFile(join(folder, name), goodsFile(name, `${name} for ${databases.kind}`));
    return folder;
  };
  const visitor = () => new TestClient(suite.store.app);
  const releases = async () => (await visitor().get("/api/releases")).body.data;
  const status = async () => (await visitor().get("/api/collections/barn-fire")).status;
  const ANNOUNCED = { name: "Barn Fire", library_id: 1, category: "Fire" };

  it("SHL-03 CLI-03 announces an import until its date, and then sells it", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      const folder = await folderOf({ ...BARN_FIRE, release_date: day(10) });
      const { out } = await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY);
      expect(out).toMatch(new RegExp(`Scheduled for release:\\n[^]+barn-fire +${day(10)}`));
      expect((await releases()).coming).toEqual([{ ...ANNOUNCED, release_date: day(10) }]);
      expect(await status()).toBe(404);
      const search = await visitor().get("/api/searches?cq=barn&library_id=1&from_searchbox=true");
      expect(JSON.stringify(search.body)).not.toContain("barn-fire");
      await passTo(9);
      expect(await status()).toBe(404);
      await passTo(10);
      expect(await status()).toBe(200);
      const { coming, released } = await releases();
      expect(coming).toEqual([]);
      expect(released[0]).toMatchObject({ slug: "barn-fire", release_date: day(10) });
      const found = await visitor().get("/api/searches?cq=barn&library_id=1&from_searchbox=true");
      expect(JSON.stringify(found.body)).toContain("/collections/barn-fire");
      const again = JSON.parse((await run(SUPPORT_KEY, "catalog", "import", folder, ...WHY, "--json")).out);
      expect(again).toMatchObject({ changed: 0, coming: [] });
      const later = await folderOf({ ...BARN_FIRE, release_date: "2099-01-01" });
      const refused = await run(SUPPORT_KEY, "catalog", "import", later, ...WHY);
      expect([refused.code, refused.err]).toEqual([
        2,
        expect.stringMatching(/barn-fire +the whole collection +postponed to 2099/),
      ]);
      expect(await status()).toBe(200);
      expect((await run(SUPPORT_KEY, "catalog", "import", later, "--yes", ...WHY)).code).toBe(0);
      expect([await status(), (await releases()).coming]).toEqual([
        404,
        [{ ...ANNOUNCED, release_date: "2099-01-01" }],
      ]);
    } finally {
      close();
    }
  });

  it("SHL-03 CLI-03 announces no import that lacks files, and doesn't release what was withdrawn", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const slug = "other-fire";
    const variants = [{ ...BARN_FIRE.variants[0], file_name: "other-fire.zip" }];
    try {
      const bare = await folderOf({ ...BARN_FIRE, slug, variants, release_date: day(10) });
      await run(SUPPORT_KEY, "catalog", "import", bare, ...WHY);
      expect((await releases()).coming).toEqual([]);
      await run(SUPPORT_KEY, "catalog", "import", await folderOf({ ...BARN_FIRE, release_date: day(10) }), ...WHY);
      expect((await releases()).coming).toHaveLength(1);
      const out = await run(SUPPORT_KEY, "catalog", "withdraw", "barn-fire", ...WHY);
      expect(out.out).toMatch(/^1 collection withdrawn from sale/);
      expect((await releases()).coming).toEqual([]);
      await passTo(11);
      expect(await status()).toBe(404);
    } finally {
      close();
    }
  });

  it("SHL-03 shows what the sample released, the latest first", async () => {
    const { released } = await releases();
    const dates = released.map(({ release_date }: { release_date: string }) => release_date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(dates.length).toBe(24);
    const { articles } = (await visitor().get("/api/settings")).body.data;
    expect(articles.pages).toContain("release-schedule");
  });
});
