import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, writeFile } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import {
  LinkRefused,
  makeDiskStock,
  makeLinkSigner,
  makeS3Files,
  makeS3Stock,
  openBucket,
} from "@backlot/adapters-files";
import { type Instant, instant } from "@backlot/domain";
import type { FileGrant } from "@backlot/ports";
import { filesContract } from "@backlot/testing/contracts/files";
import { goodsFile } from "@backlot/testing/goods";
import { type RunningSandbox, S3_KEYS, openSandbox } from "@backlot/testing/sandbox";
import * as Effect from "effect/Effect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

let now: Instant = instant(0);
const signer = makeLinkSigner(["a secret"], { now: () => now });
const folder = (): Promise<string> => mkdtemp(join(tmpdir(), "backlot-s3-"));
const settings = (endpoint: string) => ({
  bucket: "goods",
  region: "eu-central-1",
  endpoint: `${endpoint}/s3`,
  keys: S3_KEYS,
});

filesContract(
  "S3",
  makeS3Files({
    bucket: openBucket(settings("http://127.0.0.1:9")),
    folder: "/nowhere",
    signer,
    make: () => Promise.resolve(),
    seconds: () => 1,
  }),
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

describe("files in a bucket", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.stop());

  const grant = (variant_id: number, part: FileGrant["part"] = "zip"): FileGrant => ({
    variant_id,
    part,
    file_name: "ground fire-2k.zip",
    holder: { _tag: "Account", id: "ada" },
    account_id: "ada",
    expires_at: instant(0),
  });
  const opened = async (files: ReturnType<typeof makeS3Files>, which: FileGrant): Promise<string> => {
    const file = await files.open(which);
    if (file._tag !== "there") throw new Error("the file is on the disk");
    return file.url;
  };

  it("DWN-01 are made once, sent, and given by an address that is good for a minute, whole or in part", async () => {
    const dir = await folder();
    let made = 0;
    const open = () =>
      makeS3Files({
        bucket: openBucket(settings(sandbox.url)),
        folder: dir,
        signer,
        make: async (variantId, path) => {
          made += 1;
          await writeFile(path, `variant ${variantId}`);
        },
        seconds: () => 3,
      });
    const files = open();
    expect(await files.prepare(7)).toMatchObject({ _tag: "making", seconds: 3 });
    const url = await opened(files, grant(7));
    expect([made, await readdir(dir)]).toEqual([1, []]);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, "variant 7"]);
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="ground fire-2k.zip"');
    const part = await fetch(url, { headers: { range: "bytes=8-8" } });
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([206, "7", "bytes 8-8/9"]);
    expect(new URL(url).searchParams.get("X-Amz-Expires")).toBe("60");
    // Another process of the store finds it in the bucket.
    expect(await open().prepare(7)).toEqual({ _tag: "ready" });
    expect(made).toBe(1);
    await opened(files, grant(7, "scene"));
    expect(made).toBe(2);
  });

  it("DWN-01 an address that was changed or has ended opens nothing, nor do other keys", async () => {
    const bucket = openBucket(settings(sandbox.url));
    const path = join(await folder(), "a file");
    await writeFile(path, "bytes");
    await bucket.put("files/8", path, { type: "application/zip" });
    const url = new URL(await bucket.address("files/8", "a.zip"));
    const status = async (address: URL | string): Promise<number> => (await fetch(address)).status;
    expect(await status(url)).toBe(200);
    const changed = (name: string, value: string): URL => {
      const other = new URL(url);
      other.searchParams.set(name, value);
      return other;
    };
    expect(await status(changed("X-Amz-Expires", "6000"))).toBe(403);
    expect(await status(changed("response-content-disposition", "inline"))).toBe(403);
    expect(await status(changed("X-Amz-Credential", "AKIAOTHER/20261121/eu-central-1/s3/aws4_request"))).toBe(403);
    expect(await status(url.href.replace("/files/8", "/files/9"))).toBe(403);
    expect(await status(`${sandbox.url}/s3/goods/files/8`)).toBe(403);
    const client = new S3Client({
      region: "eu-central-1",
      endpoint: `${sandbox.url}/s3`,
      forcePathStyle: true,
      credentials: { accessKeyId: S3_KEYS.id, secretAccessKey: S3_KEYS.secret },
    });
    const get = new GetObjectCommand({ Bucket: "goods", Key: "files/8" });
    const late = { expiresIn: 60, signingDate: new Date(Date.now() - 61_000) };
    expect(await status(await getSignedUrl(client, get, late))).toBe(403);
    expect(await status(await getSignedUrl(client, get, { expiresIn: 60 }))).toBe(200);
    const stranger = openBucket({ ...settings(sandbox.url), keys: { ...S3_KEYS, secret: "guessed" } });
    await expect(stranger.head("files/8")).rejects.toThrow();
  });

  /** Starts a proxy to the sandbox that fails parts of uploads: as often as given for each. */
  const failingParts = async (failures: Map<string, number>) => {
    const asked: string[] = [];
    const { hostname, port } = new URL(sandbox.url);
    const server = createServer((request, response) => {
      const { method, url: path = "", headers } = request;
      const query = new URL(path, sandbox.url).searchParams;
      const part = query.get("partNumber");
      asked.push(`${method}${part === null ? (query.has("uploadId") ? " upload" : "") : ` part ${part}`}`);
      const left = failures.get(part ?? "") ?? 0;
      if (left > 0) {
        failures.set(part ?? "", left - 1);
        return void request.resume().once("end", () => response.writeHead(500).end());
      }
      const forwarded = httpRequest({ hostname, port, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(forwarded);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    return { bucket: openBucket(settings(url)), asked, stop: () => void server.close().closeAllConnections() };
  };

  it("DWN-01 a large file is sent in parts, each again if it fails, and is there whole or not at all", async () => {
    const path = join(await folder(), "large");
    const bytes = randomBytes(40 * 1_048_576);
    await writeFile(path, bytes);
    const file = { type: "application/zip", sha256: digestOf(bytes) };
    const unlucky = await failingParts(new Map([["2", 2]]));
    await unlucky.bucket.put("files/20", path, file);
    expect(unlucky.asked.filter((each) => each === "PUT part 2")).toHaveLength(3);
    expect(await unlucky.bucket.head("files/20")).toEqual({ sha256: file.sha256 });
    const stored = await fetch(await openBucket(settings(sandbox.url)).address("files/20", "large.zip"));
    expect(digestOf(Buffer.from(await stored.arrayBuffer()))).toBe(file.sha256);
    unlucky.stop();
    const broken = await failingParts(new Map([["3", 99]]));
    await expect(broken.bucket.put("files/21", path, file)).rejects.toThrow();
    // What was sent is given up, so that it costs nothing.
    expect(broken.asked).toContain("DELETE upload");
    expect(await broken.bucket.head("files/21")).toBe(null);
    broken.stop();
  });

  it("CLI-03 what an owner brings is kept in the bucket with its digest, pictures on the disk", async () => {
    const dir = await folder();
    const isMade = (name: string): boolean => name === "files/1011";
    const bucket = openBucket(settings(sandbox.url));
    const stock = makeS3Stock({
      bucket,
      disk: makeDiskStock({ folder: dir, isMade }),
      isMade,
    });
    const zip = goodsFile("barn.zip", "a barn");
    const picture = goodsFile("barn.avif", "a barn");
    const send = (name: string, bytes: Buffer, digest = digestOf(bytes)) =>
      stock.receive(
        name,
        new Blob([new Uint8Array(bytes)]).stream(),
        digest,
        name === "media/barn.avif" ? name : "a.zip",
      );
    await send("files/31", zip);
    await send("media/barn.avif", picture);
    await expect(send("files/32", zip, "0".repeat(64))).rejects.toThrow("was damaged in transit");
    // What an earlier version rendered has no digest, but its owners can still download it.
    await writeFile(join(dir, "rendered.zip"), zip);
    await bucket.put("files/33", join(dir, "rendered.zip"), { type: "application/zip" });
    const names = ["files/31", "files/32", "files/33", "files/1011", "media/barn.avif"];
    expect(Object.fromEntries(await Effect.runPromise(stock.find(names)))).toEqual({
      "files/31": digestOf(zip),
      "files/33": null,
      "files/1011": null,
      "media/barn.avif": digestOf(picture),
    });
    expect(await readFile(join(dir, "media/barn.avif"))).toEqual(picture);
    expect(await readdir(join(dir, "files"))).toEqual([]);
  });
});
