import { createCipheriv, createHash, createHmac, randomBytes, scryptSync } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Decrypter, armor } from "age-encryption";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DumpSource, backUp, verifyBackup } from "../src/backup/backup-folder.ts";
import { SealBroken, newSealing, openSealing, readSealed, writeSealed } from "../src/backup/sealing.ts";

const PASSPHRASE = "a long passphrase";
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("an encrypted backup", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "backlot-sealing-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const source: DumpSource = async (take) => {
    await take({ table: "accounts", json: "{}" });
    return ["0001-accounts"];
  };
  const backUpTo = async (name: string, passphrase: string | null): Promise<string> => {
    const dataDir = join(folder, `data-of-${name}`);
    await mkdir(join(dataDir, "files"), { recursive: true });
    await writeFile(join(dataDir, "files/fire.zip"), "fire");
    await writeFile(join(dataDir, "files/fire.zip.sha256"), "x");
    const to = join(folder, name);
    await backUp({ folder: to, dataDir, source, passphrase, now: () => new Date(0) });
    return to;
  };

  it("is opened by age itself: its key with the passphrase, and its files with the key", async () => {
    const backup = await backUpTo("standard", PASSPHRASE);
    const asked = new Decrypter();
    asked.addPassphrase(PASSPHRASE);
    const identity = await asked.decrypt(armor.decode(await readFile(join(backup, "key.age"), "utf8")), "text");
    const own = new Decrypter();
    own.addIdentity(identity.trim());
    const [name = ""] = await readdir(join(backup, "files"));
    expect(await own.decrypt(await readFile(join(backup, "files", name)), "text")).toBe("fire");
    await expect(verifyBackup(backup, PASSPHRASE)).resolves.toMatchObject({ rows: 1, files: 1 });
    await expect(verifyBackup(backup, "another")).rejects.toThrow("a different BACKUP_KEY");
  });

  it("hands out nothing of a part that was changed, and ends where it was cut", async () => {
    const sealing = await newSealing(PASSPHRASE);
    const plain = randomBytes(300_000);
    const path = join(folder, "large");
    const written = await writeSealed(
      Readable.from([plain.subarray(0, 100_000), plain.subarray(100_000)]),
      path,
      sealing,
    );
    expect(written).toMatchObject({ sha256: sha256(plain), size: plain.length });
    const reopened = await openSealing(sealing.locked ?? "", PASSPHRASE);
    if (reopened === null) throw new Error("the passphrase is the same");
    expect((await buffer(readSealed(path, reopened))).equals(plain)).toBe(true);
    expect(await openSealing(sealing.locked ?? "", "another")).toBeNull();
    await expect(openSealing("damaged", PASSPHRASE)).rejects.toThrow(SealBroken);

    const stored = await readFile(path);
    const readChanged = async (change: (bytes: Buffer) => Uint8Array) => {
      await writeFile(path, change(Buffer.from(stored)));
      const parts: Buffer[] = [];
      const read = async () => {
        for await (const part of readSealed(path, sealing)) parts.push(part as Buffer);
      };
      await expect(read()).rejects.toThrow(SealBroken);
      return Buffer.concat(parts);
    };
    const flipped = await readChanged((bytes) => {
      bytes[150_000] = (bytes[150_000] ?? 0) ^ 1;
      return bytes;
    });
    // Bytes read before the change are the original ones.
    expect(flipped.length).toBeLessThan(150_000);
    expect(flipped.equals(plain.subarray(0, flipped.length))).toBe(true);
    const cut = await readChanged((bytes) => bytes.subarray(0, 200_000));
    expect(cut.equals(plain.subarray(0, cut.length))).toBe(true);
  });

  it("of an earlier version is verified and read, and the next one is in the new format", async () => {
    const backup = await backUpTo("old", null);
    // As earlier versions wrote it: AES-256-GCM with a key derived from the passphrase, and a salt in the manifest.
    const salt = randomBytes(16);
    const key = scryptSync(PASSPHRASE, salt, 32);
    const seal = async (path: string, name: string): Promise<string> => {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const sealed = Buffer.concat([iv, cipher.update(await readFile(path)), cipher.final(), cipher.getAuthTag()]);
      await writeFile(path, sealed);
      await rename(path, name);
      return sha256(sealed);
    };
    const { contents } = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
    for (const file of contents.files) {
      const name = `${file.sha256}.${salt.toString("hex").slice(0, 8)}`;
      file.stored = await seal(join(backup, "files", file.name), join(backup, "files", name));
      file.name = name;
    }
    const database = join(backup, contents.database.name);
    contents.database.stored = await seal(database, database);
    const old = { ...contents, format: 1, salt: salt.toString("hex"), key: undefined };
    const proof = createHmac("sha256", key).update(JSON.stringify(old)).digest("hex");
    await writeFile(join(backup, "manifest.json"), JSON.stringify({ contents: old, proof }));

    await expect(verifyBackup(backup, PASSPHRASE)).resolves.toMatchObject({ rows: 1, files: 1 });
    await expect(verifyBackup(backup, "another")).rejects.toThrow("a different BACKUP_KEY");
    await backUpTo("old", PASSPHRASE);
    const made = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8")).contents;
    expect(made).toMatchObject({ format: 2, key: expect.stringContaining("BEGIN AGE ENCRYPTED FILE") });
    await expect(verifyBackup(backup, PASSPHRASE)).resolves.toMatchObject({ rows: 1, files: 1 });
    const kept = (await readdir(join(backup, "files"))).filter((name) => name !== "lock.db");
    expect(kept).toEqual([made.files[0].name]);
  });

  it("of a newer version is refused", async () => {
    const backup = await backUpTo("newer", null);
    const manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
    manifest.contents.format = 3;
    await writeFile(join(backup, "manifest.json"), JSON.stringify(manifest));
    await expect(verifyBackup(backup, null)).rejects.toThrow("by a newer version");
  });
});
