import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SITE_PAGES } from "@backlot/domain";
import { type Answered, TestClient } from "@backlot/testing/client";
import { plainDatabase, scenarioDatabases } from "@backlot/testing/databases";
import { SUPPORT_KEY, BY_STAFF, BY_STAFF_QUERY } from "@backlot/testing/sandbox";
import { useTestStore, testEnvironment } from "@backlot/testing/store";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { afterEach, describe, expect, it } from "vitest";
import { makeApp } from "../src/app.ts";
import { readConfig } from "../src/settings/derived.ts";
import { sessionCookie } from "../src/session-cookie.ts";
import { mountWeb } from "../src/web.ts";

const POST = {
  kind: "post",
  slug: "keying-smoke",
  title: "Keying smoke",
  description: "A soft key for soft edges.",
  category: "tutorials",
  cover: null,
  source: "# Soft\n\nUse **straight** alpha. <script>alert(1)</script>",
} as const;
const FAQ = {
  kind: "page",
  slug: "faq",
  title: "FAQ",
  description: "What people ask.",
  source: "## What is a credit?",
};

describe.each(scenarioDatabases)("articles on $kind", (databases) => {
  const suite = useTestStore(databases);
  const ask = (path: string): Promise<Answered> => new TestClient(suite.store.app).get(`/api/articles${path}`);
  const staff = (method: string, path = "", payload?: object): Promise<Answered> =>
    new TestClient(suite.store.app).call(
      method,
      `/api/support/articles${path}${method === "DELETE" ? BY_STAFF_QUERY : ""}`,
      method === "PUT" ? { ...payload, ...BY_STAFF } : undefined,
      { authorization: SUPPORT_KEY },
    );
  const put = (article: object) => staff("PUT", "", article);
  const settings = async () => (await new TestClient(suite.store.app).get("/api/settings")).body.data;
  afterEach(async () => {
    const { data } = (await ask("?limit=100")).body as { data: readonly { kind: string; slug: string }[] };
    for (const { kind, slug } of data) await staff("DELETE", `/${kind}/${slug}`);
  });

  it("SHL-03 CLI-03 staff publish, change and remove an article; who reads it gets safe HTML", async () => {
    expect((await settings()).articles).toEqual({ pages: ["release-schedule"], categories: [] });
    const { status, body } = await put(POST);
    expect([status, body.data]).toEqual([200, { ...POST, id: expect.any(Number), published_at: expect.any(String) }]);
    const { id, published_at } = body.data;
    const { source: _, ...read } = POST;
    expect((await ask("/post/keying-smoke")).body.data).toEqual({
      ...read,
      id,
      published_at,
      body: "<h2>Soft</h2>\n<p>Use <strong>straight</strong> alpha. &lt;script&gt;alert(1)&lt;/script&gt;</p>",
    });
    await put(FAQ);
    expect((await settings()).articles).toEqual({ pages: ["faq", "release-schedule"], categories: ["tutorials"] });
    const start = suite.store.clock.now();
    try {
      suite.store.clock.set("2036-01-01T00:00:00.000Z" as typeof start);
      const changed = { ...POST, category: "news", cover: "campfire" };
      expect((await put(changed)).body.data).toEqual({ ...changed, id, published_at });
    } finally {
      suite.store.clock.set(start);
    }
    expect((await staff("GET", "/post/keying-smoke")).body.data.source).toBe(POST.source);
    expect((await settings()).articles.categories).toEqual(["news"]);
    expect((await staff("DELETE", "/post/keying-smoke")).status).toBe(204);
    expect((await staff("DELETE", "/post/keying-smoke")).status).toBe(404);
    expect([(await ask("/post/keying-smoke")).status, (await ask("/post/faq")).status]).toEqual([404, 404]);
    expect((await settings()).articles).toEqual({ pages: ["faq", "release-schedule"], categories: [] });
  });

  it("SHL-03 lists posts by key, newest first, all of them or of a category", async () => {
    for (const [slug, category] of [
      ["one", "news"],
      ["two", "tutorials"],
      ["three", "news"],
    ])
      await put({ ...POST, slug, category });
    await put(FAQ);
    const listed = async (query: string) => {
      const { data, has_more } = (await ask(query)).body as {
        readonly data: readonly { readonly id: number; readonly slug: string; readonly body?: string }[];
        readonly has_more: boolean;
      };
      expect(data.every((each) => !("body" in each) && !("source" in each))).toBe(true);
      return { slugs: data.map(({ slug }) => slug), last: data.at(-1)?.id, has_more };
    };
    expect(await listed("?kind=post")).toMatchObject({ slugs: ["three", "two", "one"], has_more: false });
    expect(await listed("?kind=post&category=news")).toMatchObject({ slugs: ["three", "one"], has_more: false });
    expect(await listed("?kind=page")).toMatchObject({ slugs: ["faq"] });
    const first = await listed("?limit=2");
    expect(first).toMatchObject({ slugs: ["faq", "three"], has_more: true });
    expect(await listed(`?limit=2&starting_after=${first.last}`)).toMatchObject({
      slugs: ["two", "one"],
      has_more: false,
    });
    // An update does not change the order.
    await put({ ...POST, slug: "one", category: "news", title: "Again" });
    expect((await listed("?kind=post")).slugs).toEqual(["three", "two", "one"]);
  });

  it("SHL-03 refuses what can't be published, with the field and what would do", async () => {
    for (const [article, field] of [
      [{ ...FAQ, slug: "prices" }, "slug"],
      [{ ...FAQ, category: "tutorials" }, "category"],
      [{ ...POST, slug: "Keying Smoke" }, "slug"],
      [{ ...POST, category: undefined }, "category"],
      [{ ...POST, cover: "no-such-fire" }, "cover"],
      [{ ...POST, title: " " }, "title"],
      [{ ...POST, title: "x".repeat(121) }, "title"],
      [{ ...POST, description: "x".repeat(201) }, "description"],
      [{ ...POST, source: "\n" }, "source"],
      [{ ...POST, source: "x".repeat(30_001) }, "source"],
      [{ ...POST, source: "See [this](pricing)." }, "source"],
      [{ ...POST, kind: "poem" }, "kind"],
    ] as const) {
      const { status, body } = await put(article);
      expect([status, body.error.issues.map(({ path }: { path: string }) => path)], field).toEqual([
        400,
        [`payload.${field}`],
      ]);
    }
    const led = await put({ ...POST, source: "![a](https://a.example/b.png) and [this](pricing)" });
    expect(led.body.error.message).toContain('link to or show "https://a.example/b.png", "pricing". Link to full URLs');
    expect((await ask("")).body.data).toEqual([]);
    // The longest article, in any script, fits into a request.
    expect((await put({ ...POST, source: "火".repeat(30_000) })).status).toBe(200);
    const stranger = new TestClient(suite.store.app);
    expect((await stranger.call("PUT", "/api/support/articles", {})).status).toBe(401);
    expect((await stranger.call("DELETE", "/api/support/articles/page/faq")).status).toBe(401);
  });

  it("SHL-03 SHL-01 SHL-06 pages, menus and the sitemap follow at once, also where visitors share them", async () => {
    const link = { discord: "https://discord.example/backlot", ...BY_STAFF };
    const app = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    await new TestClient(app).call("PUT", "/api/support/shop", link, { authorization: SUPPORT_KEY });
    const page = async (path: string) => {
      const answer = await app.request(path);
      return { status: answer.status, html: await answer.text() };
    };
    expect((await page("/faq")).status).toBe(404);
    expect((await page("/blog/keying-smoke")).status).toBe(404);
    expect((await page("/blog")).html).toContain("No posts yet.");
    const { html: before } = await page("/");
    expect(before).toContain('href="https://discord.example/backlot"');
    expect(before).not.toContain('href="/faq"');
    expect(before).not.toContain('href="/blog"');
    await put({ ...POST, cover: "campfire" });
    await put(FAQ);
    const { html: after } = await page("/");
    for (const to of ["/faq", "/blog", "/blog?category=tutorials"]) expect(after).toContain(`href="${to}"`);
    for (const { slug } of SITE_PAGES) {
      await put({ ...FAQ, slug });
      expect((await page(`/${slug}`)).status, slug).toBe(200);
    }
    const { html: faq } = await page("/faq");
    expect(faq).toContain("<h2>What is a credit?</h2>");
    expect(faq).toContain("<title>FAQ | Backlot</title>");
    const { html: post } = await page("/blog/keying-smoke");
    for (const part of [
      "<p>Use <strong>straight</strong> alpha. &lt;script&gt;",
      '<meta property="og:type" content="article"/>',
      '<meta name="description" content="A soft key for soft edges."/>',
      "/media/campfire.jpg",
    ])
      expect(post).toContain(part);
    expect(post).not.toContain("<script>alert");
    expect((await page("/blog?category=tutorials")).html).toContain("Keying smoke");
    expect((await page("/blog?category=news")).status).toBe(404);
    const { html: sitemap } = await page("/sitemap.xml");
    for (const path of ["/faq", "/blog", "/blog/keying-smoke", "/licenses", "/release-schedule"])
      expect(sitemap).toContain(`${path}</loc>`);
    expect(sitemap).toMatch(/\/blog\/keying-smoke<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
    await staff("DELETE", "/page/faq");
    expect((await page("/faq")).status).toBe(404);
    expect((await page("/")).html).not.toContain('href="/faq"');
  });

  it("SHL-01 SHL-02 menus lead to the other sites that the owner or the environment names", async () => {
    const links = {
      discord: "https://discord.example",
      product_requests: "https://requests.example",
      roadmap: "https://roadmap.example",
      selling: "https://selling.example",
      jobs: "https://jobs.example",
      bug_reports: "https://bugs.example",
      sales_email: "sales@a.example",
    };
    const app = await makeApp(suite.store.config, suite.store.services, { pages: mountWeb });
    const setLinks = (change: object) =>
      new TestClient(app).call("PUT", "/api/support/shop", { ...change, ...BY_STAFF }, { authorization: SUPPORT_KEY });
    const menus = async () => {
      const ada = new TestClient(app);
      await ada.signUp();
      const headers = { cookie: `${sessionCookie(false).name}=${ada.token}` };
      const html = await (await app.request("/", { headers })).text();
      return new Map([...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, to, name]) => [name, to]));
    };
    expect((await setLinks(links)).status).toBe(200);
    const named = await menus();
    for (const [name, to] of [
      ["Discord", links.discord],
      ["Request a Product", links.product_requests],
      ["Suggest a Product", links.product_requests],
      ["Roadmap", links.roadmap],
      ["Sell", links.selling],
      ["Jobs", links.jobs],
      ["Report a Bug", links.bug_reports],
      ["Contact sales", `mailto:${links.sales_email}`],
      ["Profile", "/accounts/profile"],
    ] as const)
      expect(named.get(name), name).toBe(to);
    await setLinks(Object.fromEntries(Object.keys(links).map((field) => [field, null])));
    const unnamed = await menus();
    expect(unnamed.get("Report a Bug")).toBe(`mailto:${suite.store.config.contact.support_email}`);
    const others = ["Discord", "Request a Product", "Suggest a Product", "Roadmap", "Sell", "Jobs", "Contact sales"];
    expect(others.filter((name) => unnamed.has(name))).toEqual([]);
    const base = await testEnvironment(suite.sandbox);
    const contactIn = (more: object) => readConfig({ ...base, ...more }).contact;
    expect(contactIn({ DISCORD_URL: links.discord, BUG_REPORTS_URL: links.bug_reports })).toMatchObject({
      discord: links.discord,
      bug_reports: links.bug_reports,
      jobs: null,
    });
    expect(() => contactIn({ JOBS_URL: "jobs.example" })).toThrow('JOBS_URL is "jobs.example". Use a URL');
    expect(() => contactIn({ SALES_EMAIL: "sales" })).toThrow('SALES_EMAIL is "sales". Use an email address');
  });

  if (databases === plainDatabase)
    it("SHL-03 CLI-03 the command publishes a file, lists, shows what was written, and removes it", async () => {
      const { run, close } = await openSupportCommand(suite.store.app);
      const say = async (...words: readonly string[]) => {
        const { out, err, code } = await run(
          SUPPORT_KEY,
          "articles",
          ...words,
          ...(/put|remove/.test(words[0] ?? "") ? WHY : []),
        );
        return code === 0 ? out.trim() : `${code}: ${err.trim()}`;
      };
      const file = join(await mkdtemp(join(tmpdir(), "backlot-article-")), "smoke.md");
      await writeFile(file, `${POST.source}\n`);
      const words = ["--file", file, "--title", POST.title, "--description", POST.description];
      try {
        expect(await say("list")).toBe("There are no articles.");
        const published = await say("put", "post", POST.slug, ...words, "--category", "tutorials");
        expect(published).toMatch(
          /^\/blog\/keying-smoke, published 20\d\d-\d\d-\d\d: Keying smoke\nA soft key .*\nCategory: tutorials$/,
        );
        expect(await say("list")).toMatch(
          /^Path +Title +Category +Published\n\/blog\/keying-smoke +Keying smoke +tutorials +20[\d-]+$/,
        );
        const shown = await run(SUPPORT_KEY, "articles", "show", "post", POST.slug);
        expect(shown.out).toBe(`${POST.source}\n`);
        expect(JSON.parse(await say("show", "post", POST.slug, "--json"))).toMatchObject({
          source: `${POST.source}\n`,
        });
        // An existing article is only replaced with --replace, and keeps the fields that are not set.
        await writeFile(file, "\ufeffAgain.");
        const again = await say("put", "post", POST.slug, ...words);
        expect(again).toContain('/blog/keying-smoke already exists: "Keying smoke". Add --replace');
        expect(await say("put", "post", POST.slug, "--file", file, "--replace")).toBe(published);
        expect(await say("show", "post", POST.slug)).toBe("Again.");
        expect(await say("put", "post", "other", "--file", file)).toContain("needs --title and --description.");
        expect(await say("put", "page", "prices", ...words)).toContain(
          "The site doesn't have this page. Use about-us,",
        );
        expect(await say("put", "page", "faq", ...words.with(1, `${file}.none`))).toContain("Can't read");
        expect(await say("put", "poem", "faq", ...words)).toContain("Allowed choices are page, post.");
        for (const [bytes, problem] of [
          [" \n", "is empty. Write some Markdown."],
          [Buffer.from([0x66, 0xe9]), "isn't UTF-8 text. Save it as UTF-8."],
          ["x".repeat(30_001), "has 30,001 characters. Use up to 30,000."],
        ] as const) {
          await writeFile(file, bytes);
          expect(await say("put", "page", "faq", ...words)).toContain(problem);
        }
        expect(await say("remove", "post", POST.slug)).toContain("and can't be undone. Add --yes to continue.");
        expect(await say("remove", "post", POST.slug, "--yes")).toBe("Removed /blog/keying-smoke.");
        expect(await say("remove", "post", POST.slug, "--yes")).toContain('The post "keying-smoke" doesn\'t exist.');
      } finally {
        close();
      }
    });
});
