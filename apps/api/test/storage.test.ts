import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { type RunningSandbox, S3_KEYS, openSandbox } from "@backlot/testing/sandbox";
import { type TestStore, openTestStore } from "@backlot/testing/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../src/settings/derived.ts";

describe("a store whose files are in a bucket", () => {
  let sandbox: RunningSandbox;
  let store: TestStore;
  beforeAll(async () => {
    sandbox = await openSandbox();
    store = await openTestStore(plainDatabase, sandbox, {
      S3_BUCKET: "goods",
      S3_ENDPOINT: `${sandbox.url}/s3`,
      S3_ACCESS_KEY_ID: S3_KEYS.id,
      S3_SECRET_ACCESS_KEY: S3_KEYS.secret,
    });
  });
  afterAll(async () => {
    await store.close();
    await sandbox.stop();
  });

  it("CAT-03 DWN-01 its own link leads its account alone to an address that is good for a minute", async () => {
    const client = new TestClient(store.app);
    await client.signUp();
    const size = async () => (await client.get("/api/collections/clay-amphora")).body.collection_variants[0].file_size;
    expect(await size()).toBe(null);
    const link = (await client.get("/api/variant_downloads/3041/download")).body.url as string;
    const answer = await client.open(link);
    expect(answer.status).toBe(302);
    const address = answer.headers.get("location") ?? "";
    // Without JavaScript, a form is redirected there.
    expect(answer.headers.get("content-security-policy")).toContain(`form-action 'self' ${sandbox.url};`);
    expect(new URL(address).origin).toBe(sandbox.url);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const file = await fetch(address, { headers: { range: "bytes=0-3" } });
    expect([file.status, await file.text()]).toEqual([206, "PK\u0003\u0004"]);
    expect(await size()).toBe(Number(file.headers.get("content-range")?.split("/")[1]));
    expect((await new TestClient(store.app).open(link)).status).toBe(401);
    const head = await store.app.request(link, {
      method: "HEAD",
      headers: { authorization: String(client.token) },
    });
    expect([head.status, head.headers.get("location")]).toEqual([200, null]);
  });

  it("DWN-01 does not start with half of its settings", () => {
    const base = {
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_PUBLISHABLE_KEY: "pk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
      SMTP_URL: "smtp://x",
    };
    const start = (env: Record<string, string>) => () => readConfig({ ...base, ...env });
    expect(start({ S3_ENDPOINT: "http://x" })).toThrow("Set S3_BUCKET to the bucket");
    expect(start({ S3_BUCKET: "b", S3_ENDPOINT: "storage" })).toThrow('S3_ENDPOINT is "storage"');
    expect(start({ S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a" })).toThrow("or neither");
  });
});
