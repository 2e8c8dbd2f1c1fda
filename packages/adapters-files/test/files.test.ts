import * as Effect from "effect/Effect";
import { mkdtemp, readFile, readdir, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LinkRefused, makeDiskFiles, makeLinkSigner } from "@backlot/adapters-files";
import { type Instant, instant } from "@backlot/domain";
import { describe, expect, it } from "vitest";
import { filesContract } from "@backlot/testing/contracts/files";

let now: Instant = instant(0);
const signer = makeLinkSigner(["a secret"], { now: () => now });
const folder = (): Promise<string> => mkdtemp(join(tmpdir(), "backlot-files-"));

filesContract(
  "the local disk",
  makeDiskFiles({ folder: "/nowhere", signer, make: () => Promise.resolve() }),
  async (link, holder, at) => {
    now = at;
    try {
      return { variant_id: signer.open(link.split("/")[2] ?? "", [holder]).variant_id };
    } catch (error) {
      if (error instanceof LinkRefused) return null;
      throw error;
    }
  },
);

describe("files on the local disk", () => {
  it("DWN-01 are made once, however many ask at once, and kept", async () => {
    let made = 0;
    const files = makeDiskFiles({
      folder: await folder(),
      signer,
      make: async (variantId, path) => {
        made += 1;
        await writeFile(path, `variant ${variantId}`);
      },
    });
    const asked = await Promise.all(Array.from({ length: 20 }, () => files.path(7)));
    expect([made, new Set(asked.map((each) => each.path)).size, asked[0]?.size]).toEqual([1, 1, 9]);
    expect(await readFile((await files.path(7)).path, "utf8")).toBe("variant 7");
    expect(made).toBe(1);
  });

  it("DWN-01 are made one after another, and say until when", async () => {
    const order: string[] = [];
    const release: (() => void)[] = [];
    const files = makeDiskFiles({
      folder: await folder(),
      signer,
      seconds: () => 100,
      make: async (variantId, path) => {
        order.push(`begin ${variantId}`);
        await new Promise<void>((resolve) => release.push(resolve));
        await writeFile(path, "made");
        order.push(`end ${variantId}`);
      },
    });
    const first = await files.prepare(1);
    const second = await files.prepare(2);
    expect(first).toMatchObject({ _tag: "making", seconds: 100 });
    expect(second._tag === "making" ? second.seconds : 0).toBeGreaterThan(195);
    const both = Promise.all([files.path(1), files.path(2)]);
    await expect.poll(() => release.length).toBe(1);
    release[0]?.();
    await expect.poll(() => release.length).toBe(2);
    release[1]?.();
    await both;
    expect(order).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
    expect([await files.prepare(1), await files.prepare(2)]).toEqual([{ _tag: "ready" }, { _tag: "ready" }]);
  });

  it("DWN-01 of a folder that processes share are made by one of them, and by another if that one dies", async () => {
    const dir = await folder();
    const holders = new Map<string, string>();
    const made: string[] = [];
    let finish = (): void => {};
    const processOf = (id: string) =>
      makeDiskFiles({
        folder: dir,
        signer,
        leases: async (name, work) => {
          if (holders.has(name)) return false;
          holders.set(name, id);
          await work().finally(() => holders.delete(name));
          return true;
        },
        make: async (variantId, path) => {
          made.push(`${variantId} by ${id}`);
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          await writeFile(path, "made");
        },
      });
    const [one, other] = [processOf("one"), processOf("other")];
    const [first, second] = [await one.prepare(7), await other.prepare(7)];
    expect([first._tag, second._tag]).toEqual(["making", "making"]);
    await expect.poll(() => made.length).toBe(1);
    finish();
    await Promise.all([first, second].map((state) => (state._tag === "making" ? state.done : null)));
    expect(await Promise.all([one.prepare(7), other.prepare(7)])).toEqual([{ _tag: "ready" }, { _tag: "ready" }]);
    expect([made.length, holders.size]).toEqual([1, 0]);
    // A process that is gone holds a file until its lease expires.
    holders.set("8", "gone");
    const waiting = await one.prepare(8);
    expect(waiting._tag).toBe("making");
    holders.delete("8");
    await expect.poll(() => made.at(-1)).toBe("8 by one");
    finish();
    expect(waiting._tag === "making" ? await waiting.done : null).toBeUndefined();
  });

  /** Files whose making ends when the test says so. `made` has the ids that were started, in order. */
  const heldFiles = async (options: Partial<Parameters<typeof makeDiskFiles>[0]> = {}) => {
    const made: number[] = [];
    let finish = (): void => {};
    const files = makeDiskFiles({
      folder: await folder(),
      signer,
      make: async (variantId, path, _, stop) => {
        made.push(variantId);
        await new Promise<void>((resolve, reject) => {
          finish = resolve;
          stop?.addEventListener("abort", () => reject(stop.reason));
        });
        await writeFile(path, "made");
      },
      ...options,
    });
    const started = (...ids: readonly number[]) => expect.poll(() => made).toEqual(ids);
    return { files, made, started, finish: () => finish() };
  };

  it("DWN-01 that nobody waits for give way to those that someone waits for, and are made later", async () => {
    const { files, started, finish } = await heldFiles();
    const first = files.makeAhead(1);
    await started(1);
    const waited = await files.prepare(2);
    // Whoever waits isn't told of the file that gave way.
    expect(waited).toMatchObject({ _tag: "making", seconds: 1 });
    expect(await first).toBe("later");
    await started(1, 2);
    expect(await files.has(1)).toBe(false);
    finish();
    if (waited._tag === "making") await waited.done;
    const second = files.makeAhead(1);
    await started(1, 2, 1);
    finish();
    expect(await second).toBe("made");
    expect([await files.has(1), await files.has(2)]).toEqual([true, true]);
  });

  it("DWN-01 that someone asks for while they are made ahead are made on", async () => {
    const { files, made, started, finish } = await heldFiles();
    const ahead = files.makeAhead(1);
    await started(1);
    const waited = await files.prepare(1);
    const behind = await files.prepare(2);
    expect([waited._tag, behind._tag]).toEqual(["making", "making"]);
    finish();
    expect(await ahead).toBe("made");
    if (waited._tag === "making") await waited.done;
    expect(await files.prepare(1)).toEqual({ _tag: "ready" });
    await started(1, 2);
    finish();
    if (behind._tag === "making") await behind.done;
    expect(made).toEqual([1, 2]);
  });

  it("DWN-01 that someone is likely to want soon go before the others that nobody waits for", async () => {
    const { files, started, finish } = await heldFiles({ isMade: (id) => id < 10 });
    const other = files.makeAhead(1);
    await started(1);
    await Effect.runPromise(files.hasten([2, 3, 11]));
    expect(await other).toBe("later");
    await started(1, 2);
    const again = files.makeAhead(1);
    finish();
    expect(await again).toBe("later");
    await started(1, 2, 3);
    // Files that exist, or are uploaded, interrupt nothing.
    await Effect.runPromise(files.hasten([2, 11]));
    finish();
    await expect.poll(async () => [await files.has(2), await files.has(3)]).toEqual([true, true]);
    expect([files.secondsToMake(2), files.secondsToMake(11)]).toEqual([1, null]);
    const quiet = await heldFiles({ ahead: false });
    await Effect.runPromise(quiet.files.hasten([2]));
    const waited = await quiet.files.prepare(5);
    await quiet.started(5);
    quiet.finish();
    if (waited._tag === "making") await waited.done;
    expect(quiet.made).toEqual([5]);
  });

  it("DWN-01 are not made ahead into the room that those that someone asks for need", async () => {
    const limit = { bytes: 100, ownedOf: async () => [] };
    const files = makeDiskFiles({
      folder: await folder(),
      signer,
      make: (_, path) => writeFile(path, "x".repeat(45)),
      limit,
    });
    const outcomes = [await files.makeAhead(1), await files.makeAhead(2), await files.makeAhead(3)];
    expect(outcomes).toEqual(["made", "made", "full"]);
    expect(await files.path(3)).toMatchObject({ size: 45 });
  });

  it("DWN-01 keep within the folder's limit, and never drop what someone owns or what was brought", async () => {
    const dir = await folder();
    const deleted: number[] = [];
    const files = makeDiskFiles({
      folder: dir,
      signer,
      make: (_, path) => writeFile(path, "x".repeat(100)),
      limit: {
        bytes: 300,
        ownedOf: async (ids) => ids.filter((id) => id === 1),
        onDeleted: async (id) => deleted.push(id),
      },
    });
    await files.path(1);
    await writeFile(join(dir, "2"), "x".repeat(100));
    await writeFile(join(dir, "2.sha256"), "a digest");
    for (const [n, id] of [1, 2].entries()) await utimes(join(dir, String(id)), n, n);
    await files.path(3);
    await utimes(join(dir, "3"), 10, 10);
    await files.path(4);
    expect((await readdir(dir)).sort()).toEqual(["1", "2", "2.sha256", "4"]);
    expect(deleted).toEqual([3]);
    await files.path(3, "scene");
    expect((await readdir(dir)).sort()).toEqual(["1", "2", "2.sha256", "3.scene"]);
  });

  it("DWN-01 have another version once they were made anew, also at the same size", async () => {
    const dir = await folder();
    const files = makeDiskFiles({ folder: dir, signer, make: (_, path) => writeFile(path, "same size") });
    const first = await files.path(7);
    expect(await files.path(7)).toEqual(first);
    await utimes(first.path, 1_000, 1_000);
    const again = await files.path(7);
    expect([again.size, again.version === first.version]).toEqual([first.size, false]);
  });

  it("DWN-01 that could not be made say so when asked, and are not tried at every question", async () => {
    let tried = 0;
    const files = makeDiskFiles({
      folder: await folder(),
      signer,
      make: async (_, path) => {
        tried += 1;
        if (tried === 1) throw new Error("no room");
        await writeFile(path, "made");
      },
    });
    expect(await files.prepare(7)).toMatchObject({ _tag: "making", seconds: 1 });
    const stands = async () => (await files.prepare(7))._tag;
    await expect.poll(stands).toBe("failed");
    expect([await stands(), tried]).toEqual(["failed", 1]);
    // Opening its link tries again.
    expect((await files.path(7)).size).toBe(4);
    expect(await stands()).toBe("ready");
  });

  it("leave nothing behind where making them fails, and are tried again", async () => {
    const dir = await folder();
    let fails = true;
    const files = makeDiskFiles({
      folder: dir,
      signer,
      make: async (_, path) => {
        await writeFile(path, "half");
        if (fails) throw new Error("no room");
      },
    });
    await expect(files.path(7)).rejects.toThrow("no room");
    expect(await readdir(dir)).toEqual([]);
    fails = false;
    expect((await files.path(7)).size).toBe(4);
  });
});

describe("links after a change of their secret", () => {
  const clock = { now: () => instant(0) };
  const grant = {
    variant_id: 1_011,
    part: "zip" as const,
    file_name: "fire.zip",
    holder: { _tag: "Account", id: "ada" } as const,
    account_id: "ada",
    expires_at: instant(1_000),
  };

  it("DWN-01 stay valid while the old secret is listed, and new ones are signed with the new secret", () => {
    const before = makeLinkSigner(["the old secret"], clock);
    const after = makeLinkSigner(["the new secret", "the old secret"], clock);
    const later = makeLinkSigner(["the new secret"], clock);
    expect(after.open(before.sign(grant), [grant.holder])).toEqual(grant);
    expect(later.open(after.sign(grant), [grant.holder])).toEqual(grant);
    expect(() => later.open(before.sign(grant), [grant.holder])).toThrow(LinkRefused);
  });
});
