import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { ROOT } from "@backlot/testing/processes";
import { useTestStore } from "@backlot/testing/store";
import { type SupportCommand, openSupportCommand } from "@backlot/testing/support-command";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const READ_KEY = "read-key-of-the-help-desk-0123456789abcdef";
const GUARD = 300_000;

interface Ran {
  readonly code: number | null;
  readonly out: string;
}

/** Runs a program in a folder. Its output and its errors come together. */
const run = (
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  hear: (out: string) => void = () => {},
): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => {
        out += part.toString();
        hear(out);
      });
    child.once("error", (error) => resolve({ code: 127, out: String(error) }));
    child.once("close", (code) => resolve({ code, out }));
  });

const must = async (ran: Promise<Ran>): Promise<string> => {
  const { code, out } = await ran;
  expect(code, out).toBe(0);
  return out;
};

/** The snippets of the guide by file name, with what they print if the guide says so. */
const snippets = (): ReadonlyMap<string, { readonly code: string; readonly prints: string | null }> => {
  const guide = readFileSync(join(ROOT, "docs/channels.md"), "utf8");
  const blocks = [...guide.matchAll(/```(js|ts|text) (\S+)\n([\s\S]*?)\n```/g)].map(
    ([, kind, name = "", text = ""]) => ({
      kind,
      name,
      text,
    }),
  );
  const printed = new Map(blocks.filter(({ kind }) => kind === "text").map(({ name, text }) => [name, text]));
  return new Map(
    blocks
      .filter(({ kind }) => kind !== "text")
      .map(({ name, text }) => [name, { code: text, prints: printed.get(name) ?? null }]),
  );
};

describe("a stranger who builds a channel", () => {
  const suite = useTestStore(plainDatabase, () => ({ SUPPORT_KEYS: `bot:read=${READ_KEY}` }));
  let folder = "";
  let store: SupportCommand;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "backlot-stranger-"));
    await must(run(process.execPath, [join(ROOT, "scripts/release-packages.mjs"), join(folder, "packed")], ROOT));
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const packed = readdirSync(join(folder, "packed")).map((file) => `./packed/${file}`);
    const effect = JSON.parse(readFileSync(join(ROOT, "packages/domain/package.json"), "utf8")).devDependencies.effect;
    const receiver = "standardwebhooks@1.1.1";
    await must(run("npm", ["install", "--no-audit", "--no-fund", ...packed, `effect@${effect}`, receiver], folder));
    store = await openSupportCommand(suite.store.app);
  }, GUARD);
  afterAll(() => {
    store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("DEV-01 DEV-02 gets packages that say what they are, with nothing to build", () => {
    for (const name of ["domain", "client"]) {
      const home = join(folder, "node_modules/@backlot", name);
      const held = readdirSync(home);
      for (const part of ["dist", "examples", "README.md", "LICENSE", "CHANGELOG.md"]) expect(held).toContain(part);
      const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
      expect([manifest.private, manifest.version]).toEqual([undefined, "1.0.0"]);
      expect(JSON.stringify(manifest.exports)).not.toContain("*");
    }
    const domain = JSON.parse(readFileSync(join(folder, "node_modules/@backlot/domain/package.json"), "utf8"));
    expect([domain.dependencies, domain.peerDependencies]).toEqual([undefined, { effect: "^4.1.0" }]);
    // One copy of effect, whoever else uses it.
    expect(readdirSync(join(folder, "node_modules/@backlot/domain"))).not.toContain("node_modules");
  });

  it("DEV-01 imports what is public, and nothing else", async () => {
    const names = (door: string) =>
      `import * as door from "${door}"; console.log(Object.keys(door).length); `.concat("process.exit(0);");
    for (const door of ["@backlot/domain", "@backlot/domain/rules", "@backlot/domain/schemas", "@backlot/client"])
      expect(
        Number(await must(run(process.execPath, ["--input-type=module", "-e", names(door)], folder))),
      ).toBeGreaterThan(2);
    const inner = await run(
      process.execPath,
      ["--input-type=module", "-e", names("@backlot/domain/kernel/money")],
      folder,
    );
    expect(inner.out).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  it("DEV-01 DEV-02 bundles them small, for a browser", async () => {
    const size = async (
      contents: string,
      external: readonly string[] = ["effect", "effect/*"],
    ): Promise<Uint8Array> => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: folder },
        ...{ bundle: true, write: false, format: "esm", minify: true, platform: "browser" },
        external: [...external],
      });
      return outputFiles[0]?.contents ?? new Uint8Array();
    };
    const one = (name: string, door: string) => size(`export { ${name} } from "${door}";`);
    expect((await one("previewChange", "@backlot/domain/rules")).length).toBeLessThanOrEqual(3_000);
    expect((await one("previewChange", "@backlot/domain")).length).toBeLessThanOrEqual(4_500);
    for (const door of ["@backlot/domain", "@backlot/domain/rules"])
      expect(brotliCompressSync(await size(`export * from "${door}";`)).length).toBeLessThanOrEqual(52 * 1_024);
    const calls = `
      import { createStoreClient, unwrap } from "@backlot/client";
      const store = createStoreClient({ baseUrl: "https://shop.example" });
      export const plans = () => unwrap(store.GET("/api/plan_variants"));
      export const quote = (query) => unwrap(store.GET("/api/quote", { params: { query } }));
      export const signIn = (body) => unwrap(store.POST("/api/sessions", { body }));
      export const me = () => unwrap(store.GET("/api/users/me"));
      export const cancel = () => unwrap(store.POST("/api/subscriptions/cancel", { body: {} }));`;
    expect(gzipSync(await size(calls, [])).length).toBeLessThanOrEqual(6_000);
  });

  it("DEV-01 DEV-02 runs each snippet of the guide, which prints what the guide says", async () => {
    const ada = new TestClient(suite.store.app);
    const { body } = await ada.signUp();
    const { id } = await ada.saveCard(suite.sandbox.url, "4242424242424242");
    expect((await ada.post("/api/subscriptions", { plan_variant_id: 130, setup_intent_id: id })).status).toBe(200);
    const channel = { name: "Studio bot", scopes: ["quote", "customer:act"], ...BY_STAFF };
    const added = await ada.call("POST", "/api/support/channels", channel, { authorization: SUPPORT_KEY });
    const CLIENT_ID = added.body.data.id as string;
    const env = { STORE_URL: store.url, READ_KEY, CUSTOMER: body.data.user.email as string, CLIENT_ID };
    /** Allows what a bot asks for as soon as it prints the address to open. */
    const allowed = new Set<string>();
    const allow = (out: string): void => {
      const code = /^Open \S+\?code=(\S+) /m.exec(out)?.[1];
      if (code === undefined || allowed.has(code)) return;
      allowed.add(code);
      void ada
        .get(`/api/device_authorizations/${code}`)
        .then(() => ada.post(`/api/device_authorizations/${code}`, { is_allowed: true }));
    };
    const found = snippets();
    expect(found.size).toBeGreaterThanOrEqual(6);
    for (const [name, { code, prints }] of found) {
      writeFileSync(join(folder, name), `${code}\n`);
      const { code: ended, out } = await run(process.execPath, [name], folder, env, allow);
      expect([name, ended, out.replace(/^Open .*\n/, "").trim()]).toEqual([name, 0, prints ?? ""]);
    }
  });

  it("DEV-02 CHK-03 buys a plan with the guide's checkout, and signs in and out", async () => {
    const { buyPlan } = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "buy-plan.mjs")).href)) as {
      readonly buyPlan: (order: object) => Promise<{ readonly plan_variant: { readonly id: number } }>;
    };
    const eve = new TestClient(suite.store.app);
    await eve.signUp();
    const confirmCard = (client_secret: string, id: string) =>
      eve.confirmSetup(suite.sandbox.url, { id, client_secret }, "4242424242424242");
    const order = { baseUrl: store.url, token: eve.token, plan: 131, confirmCard };
    expect((await buyPlan(order)).plan_variant.id).toBe(131);
    await expect(buyPlan(order)).rejects.toMatchObject({ name: "StoreError", status: 409 });
    const { createStoreClient, unwrap } = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, "node_modules/@backlot/client/dist/index.js")).href
      // biome-ignore lint/suspicious/noExplicitAny: a stranger's JavaScript
    )) as any;
    const email = (await eve.get("/api/users/me")).body.data.email;
    const visitor = createStoreClient({ baseUrl: store.url });
    const { data } = await unwrap(visitor.POST("/api/sessions", { body: { email, password: "correct horse" } }));
    const customer = createStoreClient({ baseUrl: store.url, token: data.token });
    expect((await unwrap(customer.GET("/api/users/me"))).data.email).toBe(email);
    await unwrap(customer.DELETE("/api/sessions/current"));
    await expect(unwrap(customer.GET("/api/users/me"))).rejects.toMatchObject({ code: "unauthorized", status: 401 });
    for (const baseUrl of ["shop.example", "file:///shop.example", "localhost:3000"])
      expect(() => createStoreClient({ baseUrl })).toThrow(`baseUrl is "${baseUrl}". Use a URL such as https://`);
  });

  it("DEV-01 DEV-02 type-checks, without skipping the libraries", async () => {
    const options = {
      compilerOptions: {
        ...{ strict: true, noEmit: true, skipLibCheck: false, target: "es2024", module: "nodenext" },
        ...{ lib: ["es2024", "dom", "dom.iterable"], types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
      },
      files: ["what-if.ts", "wrong.ts"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
    writeFileSync(
      join(folder, "wrong.ts"),
      [
        'import { createStoreClient } from "@backlot/client";',
        'const store = createStoreClient({ baseUrl: "https://shop.example" });',
        "// @ts-expect-error: the key is misspelled.",
        'store.GET("/api/plan_variants", { params: { query: { licence_id: 3 } } });',
        "// @ts-expect-error: there is no such operation.",
        'store.GET("/api/plans");',
      ].join("\n"),
    );
    await must(run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc")], folder));
  });

  it("DEV-02 generates clients in two ways from the document, and a linter has nothing to say about it", async () => {
    const document = join(folder, "openapi.json");
    writeFileSync(document, await (await fetch(`${store.url}/api/openapi.json`)).text());
    const tools = join(ROOT, "tools/api");
    await must(run(process.execPath, [join(tools, "lint-document.mjs"), document], tools));
    await must(run(process.execPath, [join(tools, "client-types.mjs"), document, join(folder, "types.ts")], tools));
    await must(run(process.execPath, [join(tools, "hey-api.mjs"), document, join(folder, "generated")], tools));
    writeFileSync(
      join(folder, "hey.ts"),
      [
        'import { client } from "./generated/client.gen.ts";',
        'import { accountsSignIn, accountsSignOut, planVariantsList, usersMe } from "./generated/sdk.gen.ts";',
        'client.setConfig({ baseUrl: process.env.STORE_URL ?? "" });',
        "const { data } = await planVariantsList({ query: { license_id: 1 } });",
        "console.log(data?.find(({ id }) => id === 130)?.adjusted_price);",
        'const body = { email: process.env.CUSTOMER ?? "", password: "correct horse" };',
        "const signedIn = await accountsSignIn({ body, throwOnError: true });",
        "const auth = signedIn.data.data.token ?? undefined;",
        "console.log((await usersMe({ auth, throwOnError: true })).data.data.email === body.email);",
        "console.log((await accountsSignOut({ auth })).response?.status, (await usersMe({ auth })).response?.status);",
      ].join("\n"),
    );
    const { outputFiles } = await build({
      entryPoints: [join(folder, "hey.ts")],
      ...{ bundle: true, write: false, format: "esm", platform: "node" },
    });
    writeFileSync(join(folder, "hey.mjs"), outputFiles[0]?.text ?? "");
    const ben = new TestClient(suite.store.app);
    const { body } = await ben.signUp();
    const env = { STORE_URL: store.url, CUSTOMER: body.data.user.email as string };
    const printed = await must(run(process.execPath, ["hey.mjs"], folder, env));
    expect(printed.trim().split("\n")).toEqual(["4900", "true", "204 401"]);
  });

  it("CLI-03 a key that only reads is refused each change", async () => {
    const bot = new TestClient(suite.store.app);
    const listed = await bot.call("GET", "/api/support/me", undefined, { authorization: `Bearer ${READ_KEY}` });
    expect([listed.status, listed.body.data]).toEqual([200, { name: "bot", role: "read" }]);
    const { body } = await bot.get("/api/openapi.json");
    const changes = Object.entries(body.paths as Readonly<Record<string, object>>).flatMap(([path, methods]) =>
      path.startsWith("/api/support/") && path !== "/api/support/prices/check"
        ? Object.keys(methods).flatMap((method) => (method === "get" ? [] : [[method.toUpperCase(), path] as const]))
        : [],
    );
    expect(changes.length).toBeGreaterThan(20);
    for (const [method, path] of changes) {
      const at = path
        .replace("{notification_type}", "top_bar")
        .replace("{kind}", "page")
        .replace(/\{\w+\}/g, "x");
      const payload = method === "DELETE" ? undefined : {};
      const { status } = await bot.call(method, at, payload, { authorization: `Bearer ${READ_KEY}` });
      expect([method, path, status]).toEqual([method, path, 403]);
    }
  });
});
