import { brotliDecompressSync } from "node:zlib";
import { plainDatabase } from "@backlot/testing/databases";
import { TestClient } from "@backlot/testing/client";
import { testEnvironment, useTestStore } from "@backlot/testing/store";
import { BacklotApi } from "@backlot/ports";
import * as Result from "effect/Result";
import * as Schema from "effect/Schema";
import * as HttpApi from "effect/http-api/HttpApi";
import { beforeAll, describe, expect, it } from "vitest";
import { API_VERSION } from "../src/api-version.ts";
import { makeApp } from "../src/app.ts";
import { readConfig } from "../src/settings/derived.ts";
import { mountWeb } from "../src/web.ts";

interface Exampled {
  readonly examples?: { readonly usual: { readonly value: unknown } };
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly schema: { readonly type?: string; readonly enum?: readonly unknown[] };
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Exampled>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: object;
        readonly content?: Readonly<Record<string, Exampled>>;
      }
    >
  >;
}

interface ApiDocument {
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly description?: string }>> };
}

/** Units and kinds of values that a reader can't tell from the type. */
const decodes = (schema: Schema.Top, value: unknown): string =>
  Result.match(
    Schema.decodeUnknownResult(schema as Schema.Codec<unknown, unknown>, { onExcessProperty: "error" })(value),
    { onSuccess: () => "", onFailure: String },
  );

describe("the API document", () => {
  const suite = useTestStore(plainDatabase);
  let document: ApiDocument;
  const operations = (): readonly Described[] =>
    Object.values(document.paths).flatMap((methods) => Object.values(methods));
  beforeAll(async () => {
    document = (await (await suite.store.app.request("/api/openapi.json")).json()) as ApiDocument;
  });

  it("DEV-02 says what it is: title, version, license, server, and what each group is for", () => {
    expect(document.info).toMatchObject({ title: "Store API", version: API_VERSION, license: expect.anything() });
    expect(document.servers).toEqual([expect.objectContaining({ url: suite.store.config.publicUrl.origin })]);
    const named = new Set(document.tags.map(({ name }) => name));
    for (const { description } of document.tags) expect(description.length).toBeGreaterThan(10);
    for (const { operationId, tags } of operations())
      expect([operationId, tags.every((tag) => named.has(tag))]).toEqual([operationId, true]);
  });

  it("DEV-02 describes each operation, each schema, and each status", () => {
    for (const { operationId, summary, description, responses } of operations()) {
      expect([operationId, summary.length > 8 && summary !== operationId]).toEqual([operationId, true]);
      expect([operationId, /[.:)]$/m.test(description)]).toEqual([operationId, true]);
      for (const [status, reply] of Object.entries(responses)) {
        expect([operationId, status, reply.description === "Error" || reply.description === ""]).toEqual([
          operationId,
          status,
          false,
        ]);
        if (status === "503") expect([operationId, reply.headers]).toEqual([operationId, expect.anything()]);
      }
    }
    for (const [name, { description = "" }] of Object.entries(document.components.schemas))
      expect([name, description.length > 8]).toEqual([name, true]);
    const unfit = /.{0,40}(?:"Infinity"|"NaN"|\([A-Z]{2,3}-\d{2}\)|specification|[Ss]chema (?:of|for)).{0,40}/g;
    expect(JSON.stringify(document).match(unfit)).toBeNull();
  });

  it("DEV-02 has numbers where the API takes numbers, in queries and paths too", () => {
    for (const { operationId, parameters } of operations())
      for (const { name, schema } of parameters)
        if (/^(plan_variant_id|variant_id|license_id|library_id|limit|add_on_credits)$/.test(name))
          expect([operationId, name, schema.type]).not.toEqual([operationId, name, "string"]);
  });

  it("DEV-02 has examples of every operation for customers and visitors, and the contract takes them", () => {
    const byId = new Map(operations().map((each) => [each.operationId, each]));
    const wrong: string[] = [];
    HttpApi.reflect(BacklotApi, {
      onGroup: () => {},
      onEndpoint: ({ group, endpoint, successes }) => {
        const id = `${group.identifier}.${endpoint.identifier}`;
        const described = byId.get(id);
        if (group.identifier === "support" || described === undefined) return;
        const bodies = [...endpoint.payload.values()].flatMap(({ schemas }) => [...schemas] as Schema.Top[]);
        if (bodies.length > 0) {
          const example = described.requestBody?.content["application/json"]?.examples?.usual.value;
          const problem = decodes(Schema.Union(bodies), example);
          if (problem !== "") wrong.push(`${id} request: ${problem}`);
        }
        for (const { name, example } of described.parameters)
          if (example === undefined) wrong.push(`${id} parameter ${name}`);
        for (const [status, schemas] of successes) {
          const content = described.responses[String(status)]?.content;
          if (content === undefined) continue;
          const problem = decodes(
            Schema.Union([...schemas] as Schema.Top[]),
            content["application/json"]?.examples?.usual.value,
          );
          if (problem !== "") wrong.push(`${id} ${status}: ${problem}`);
        }
      },
    });
    expect(wrong).toEqual([]);
  });

  it("DEV-02 is a page for people, which loads nothing from elsewhere", async () => {
    const page = await suite.store.app.request("/api/docs");
    const html = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("http");
    const [, script = ""] = /<script src="([^"]+)">/.exec(html) ?? [];
    const loaded = await suite.store.app.request(script);
    expect([loaded.status, loaded.headers.get("cache-control")]).toEqual([200, expect.stringContaining("immutable")]);
    // A process of the next version may serve another script at this path.
    const other = await suite.store.app.request(script.replace(/v=.*/, "v=another"));
    expect([other.status, other.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    for (const path of ["/api/docs", "/api/openapi.json", script]) {
      const packed = await suite.store.app.request(path, { headers: { "accept-encoding": "br" } });
      const plain = await (await suite.store.app.request(path)).text();
      expect([path, packed.headers.get("content-encoding")]).toEqual([path, "br"]);
      const unpacked = brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString();
      expect([path, unpacked === plain]).toEqual([path, true]);
    }
  });

  it("DEV-02 every response says the API's version, and a path may end with a slash", async () => {
    for (const path of [
      "/api/plan_variants",
      "/api/plan_variants/",
      "/api/",
      "/api/nothing",
      "/api/health",
      "/api/users/me",
    ])
      expect([path, (await suite.store.app.request(path)).headers.get("api-version")]).toEqual([path, API_VERSION]);
    const ada = new TestClient(suite.store.app);
    await ada.signUp();
    expect((await ada.post("/api/licensee_profiles/", {})).status).toBe(400);
    expect((await suite.store.app.request("/api/plan_variants/?license_id=1")).status).toBe(200);
    const options = await suite.store.app.request("/api/plan_variants", { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([204, expect.stringContaining("GET")]);
  });
});

describe("pages of other sites", () => {
  const suite = useTestStore(plainDatabase);
  const CHANNEL = "https://channel.example";
  const open = async (origins: string) => {
    const env = { ...(await testEnvironment(suite.sandbox)), CORS_ORIGINS: origins };
    return makeApp({ ...suite.store.config, corsOrigins: readConfig(env).corsOrigins }, suite.store.services);
  };

  it("DEV-02 may call the API only if the owner names them, without the store's cookies", async () => {
    const preflight = {
      method: "OPTIONS",
      headers: { origin: CHANNEL, "access-control-request-method": "POST" },
    };
    const closed = await open("");
    const refused = await closed.request("/api/plan_variants", { headers: { origin: CHANNEL } });
    expect(refused.headers.has("access-control-allow-origin")).toBe(false);
    const app = await open(`${CHANNEL}, https://other.example`);
    const allowed = await app.request("/api/sessions", preflight);
    expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([204, CHANNEL]);
    expect(allowed.headers.get("access-control-allow-credentials")).toBeNull();
    expect(allowed.headers.get("access-control-allow-headers")).toContain("authorization");
    for (const path of ["/api/plan_variants", "/api/nothing", "/api/users/me"]) {
      const read = await app.request(path, { headers: { origin: CHANNEL } });
      expect([path, read.headers.get("access-control-allow-origin")]).toEqual([path, CHANNEL]);
      expect(read.headers.get("access-control-expose-headers")).toContain("retry-after");
    }
    const stranger = await app.request("/api/plan_variants", { headers: { origin: "https://evil.example" } });
    expect(stranger.headers.get("access-control-allow-origin")).toBeNull();
    const page = await app.request("/", { headers: { origin: CHANNEL } });
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
    const everyone = await open("*");
    const anyone = await everyone.request("/api/plan_variants", { headers: { origin: "https://any.example" } });
    expect(anyone.headers.get("access-control-allow-origin")).toBe("https://any.example");
  });

  it("DEV-02 sign in from a named page, and from no other, nor with a cookie", async () => {
    const app = await open(CHANNEL);
    const ada = new TestClient(suite.store.app);
    const { email, password } = await ada.signUp().then(({ body }) => ({ ...body.data.user, password: "" }));
    const signIn = (headers: Record<string, string>) =>
      app.request("/api/sessions", {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ email, password: password === "" ? "correct horse" : password }),
      });
    expect((await signIn({ origin: CHANNEL })).status).not.toBe(403);
    expect((await signIn({ origin: "https://evil.example" })).status).toBe(403);
    expect((await signIn({ origin: CHANNEL, cookie: "backlot_session=x" })).status).toBe(403);
    // A form of the named site can't sign a visitor in: that page sets the session's cookie.
    const pages = await makeApp({ ...suite.store.config, corsOrigins: ["*"] }, suite.store.services, {
      pages: mountWeb,
    });
    const form = new URLSearchParams({ email, password: "correct horse" });
    const posted = await pages.request("/sign-in", { method: "POST", headers: { origin: CHANNEL }, body: form });
    expect([posted.status, posted.headers.getSetCookie()]).toEqual([403, []]);
  });

  it.each(["channel.example", "https://channel.example/page", "ftp:"])(
    "CFG refuses %s as an origin",
    async (origin) => {
      const env = { ...(await testEnvironment(suite.sandbox)), CORS_ORIGINS: origin };
      expect(() => readConfig(env)).toThrow(`CORS_ORIGINS is "${origin}". Use origins such as`);
    },
  );
});
