import { createHash } from "node:crypto";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDiskStock } from "@backlot/adapters-files";
import { goodsFile } from "@backlot/testing/goods";
import { strToU8, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";

const zip = goodsFile("fire.zip", "a fire");
const model = goodsFile("fire.glb", "a fire");

/** Returns a copy of a file with other bytes from a place on. */
const changed = (file: Buffer, at: number, bytes: readonly number[]): Buffer => {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
};

/** Returns a ZIP whose only entry is marked as encrypted, in both of its headers. */
const encrypted = changed(changed(zip, 6, [1]), zip.indexOf("PK\u0001\u0002", 0, "latin1") + 8, [1]);

describe("the files that an owner brings", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "backlot-stock-"));
  });
  const receive = (name: string, bytes: Buffer) =>
    makeDiskStock({ folder, isMade: () => false }).receive(
      name,
      new Blob([new Uint8Array(bytes)]).stream(),
      createHash("sha256").update(bytes).digest("hex"),
      name.startsWith("files/") ? "fire.zip" : name,
    );

  it.each(["files/7", "files/7.scene", "media/a.glb", "media/a.avif", "media/a.jpg", "media/a.mp4", "media/a.webm"])(
    "CLI-03 takes a whole %s",
    async (name) => {
      const bytes = goodsFile(name === "files/7" ? "7.zip" : name, "a fire");
      expect(await receive(name, bytes)).toBe(bytes.length);
    },
  );

  const page = Buffer.from("\n<!DOCTYPE html><html><title>404</title>");
  it("CLI-03 takes a sold file of any type, if its content is of the type that its name says", async () => {
    const sell = (fileName: string, bytes: Buffer) =>
      makeDiskStock({ folder, isMade: () => false }).receive(
        "files/9",
        new Blob([new Uint8Array(bytes)]).stream(),
        createHash("sha256").update(bytes).digest("hex"),
        fileName,
      );
    for (const fileName of ["fire.mp4", "fire.webm", "fire.glb", "fire.zip"])
      expect(await sell(fileName, goodsFile(fileName, "a fire"))).toBeGreaterThan(0);
    expect(await sell("fire.usdz", zip)).toBe(zip.length);
    expect(await sell("fire.abc", Buffer.from("a simulation's own format"))).toBe(25);
    await expect(sell("fire.mp4", zip)).rejects.toThrow("This file is application/zip, not video/mp4");
    await expect(sell("fire.abc", page)).rejects.toThrow("This file is a web page");
  });

  it.each([
    ["files/8", Buffer.alloc(0), "This file is empty."],
    ["files/8", page, "This file is a web page: was an error page saved instead of the file?"],
    ["media/b.jpg", page, "This file is a web page"],
    ["files/8", zip.subarray(0, zip.length - 10), "This file is not a complete ZIP ("],
    ["files/8", Buffer.from("a fire"), "This file is not a complete ZIP ("],
    ["files/8", encrypted, "This file is a ZIP with an encrypted folder/frame.txt. Create it without a password."],
    ["files/8", Buffer.from(zipSync({ "../evil.txt": strToU8("x") })), "is a ZIP with a path outside its folder"],
    ["files/8", Buffer.from(zipSync({ "/etc/evil": strToU8("x") })), "is a ZIP with a path outside its folder"],
    ["files/8", Buffer.from(zipSync({})), "This file is a ZIP without files."],
    ["files/8.scene", zip, "This file is not a GLB."],
    ["media/b.glb", changed(model, 4, [1]), "This file is a GLB of version 1. Only version 2 is supported."],
    ["media/b.glb", model.subarray(0, model.length - 4), "This file is a GLB of"],
    ["media/b.glb", changed(model, 20, [0x7b, 0x7b]), "is a GLB whose scene data is broken."],
    ["media/b.glb", changed(model, 16, [0]), "This file is a GLB without valid scene data."],
    ["media/b.avif", goodsFile("b.jpg", "b"), "This file is image/jpeg, not image/avif. Rename or convert it."],
    ["media/b.mp4", goodsFile("b.webm", "b"), "This file is video/webm, not video/mp4. Rename or convert it."],
    ["media/b.avif", Buffer.from("a picture"), "This file is not image/avif."],
  ])("CLI-03 refuses as %s what is something else", async (name, bytes, words) => {
    await expect(receive(name, bytes)).rejects.toThrow(words);
    const left = await readdir(join(folder, name.split("/")[0] ?? ""));
    expect(left.filter((each) => /^[8b]\./.test(each) || each === "8" || each.endsWith(".part"))).toEqual([]);
  });
});
