import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type OutsideLinks,
  SITE_PAGES,
  articlePath,
  articleProblem,
  blogPath,
  footerMenus,
  headerMenus,
  isArticleSlug,
  postCategoryName,
} from "@backlot/domain";

describe("articles", () => {
  it("SHL-03 pages have the site's addresses and no category, posts any address and one category", () => {
    const post = { kind: "post", slug: "keying-smoke", category: "tutorials" } as const;
    for (const { slug } of SITE_PAGES) expect(articleProblem({ kind: "page", slug, category: null })).toBeNull();
    expect(articleProblem(post)).toBeNull();
    for (const [named, field] of [
      [{ kind: "page", slug: "prices", category: null }, "slug"],
      [{ kind: "page", slug: "faq", category: "tutorials" }, "category"],
      [{ ...post, slug: "Keying" }, "slug"],
      [{ ...post, category: null }, "category"],
      [{ ...post, category: "a&b" }, "category"],
    ] as const)
      expect(articleProblem(named), JSON.stringify(named)).toMatchObject({ field, message: expect.any(String) });
    expect(articleProblem({ kind: "page", slug: "prices", category: null })?.message).toContain(
      "about-us, testimonials",
    );
  });

  it("SHL-03 whatever can be an address stands in one as it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9-]{1,90}$/)), (text) => {
        if (!isArticleSlug(text)) return;
        expect(new URL(articlePath({ kind: "post", slug: text }), "https://a.example").pathname).toBe(`/blog/${text}`);
        expect(new URL(blogPath(text), "https://a.example").searchParams.get("category")).toBe(text);
      }),
    );
    expect(["a", "a-1", "2026"].map(isArticleSlug)).toEqual([true, true, true]);
    expect(["", "-a", "a-", "a--b", "A", "a b", "a/b", "ä", "a".repeat(81)].filter(isArticleSlug)).toEqual([]);
  });

  it("SHL-03 the blog is paged, as a whole and by category", () => {
    expect([blogPath(), blogPath("tutorials"), blogPath(null, 7), blogPath("tutorials", 7)]).toEqual([
      "/blog",
      "/blog?category=tutorials",
      "/blog?starting_after=7",
      "/blog?category=tutorials&starting_after=7",
    ]);
    expect([articlePath({ kind: "page", slug: "faq" }), postCategoryName("behind-the-scenes")]).toEqual([
      "/faq",
      "Behind the scenes",
    ]);
  });
});

describe("the site's menus", () => {
  const nowhere: OutsideLinks = {
    discord: null,
    productRequests: null,
    roadmap: null,
    selling: null,
    jobs: null,
    bugReports: null,
    salesEmail: null,
  };
  const everywhere: OutsideLinks = {
    discord: "https://discord.example",
    productRequests: "https://requests.example",
    roadmap: "https://roadmap.example",
    selling: "https://selling.example",
    jobs: "https://jobs.example",
    bugReports: "https://bugs.example",
    salesEmail: "sales@a.example",
  };
  const nothing = { pages: [], categories: [] };
  const everything = { pages: SITE_PAGES.map(({ slug }) => slug), categories: ["news", "tutorials"] };
  const named = (menus: ReturnType<typeof headerMenus>) =>
    Object.fromEntries(menus.map(({ title, links }) => [title, links.map(({ name }) => name)]));

  it("SHL-01 Learn and Community name what there is, and are left out where that is nothing", () => {
    expect(named(headerMenus(everything, everywhere))).toEqual({
      Learn: ["Practice Footage", "Tutorials", "Blog"],
      Community: ["Discord", "Request a Product", "Testimonials"],
    });
    expect(headerMenus(everything, everywhere)[0]?.links.map(({ to }) => to)).toEqual([
      "/practice-footage",
      "/blog?category=tutorials",
      "/blog",
    ]);
    expect(named(headerMenus(nothing, nowhere))).toEqual({ Learn: ["Practice Footage"] });
    expect(named(headerMenus({ pages: [], categories: ["news"] }, nowhere))).toEqual({
      Learn: ["Practice Footage", "Blog"],
    });
    expect(named(headerMenus({ pages: ["testimonials"], categories: [] }, nowhere))).toMatchObject({
      Community: ["Testimonials"],
    });
  });

  it("SHL-03 the footer names what there is, and always how to reach support", () => {
    const footer = footerMenus(everything, everywhere, "help@a.example");
    expect(named(footer)).toEqual({
      Learn: ["Tutorials", "Blog", "FAQ", "Release schedule"],
      Company: ["About us", "Testimonials", "Brand", "Jobs", "Sell"],
      Help: ["Write to support", "Write to sales", "Discord", "Request a Product", "Roadmap"],
    });
    expect(footer.flatMap(({ links }) => links.map(({ to }) => to))).toEqual([
      ...["/blog?category=tutorials", "/blog", "/faq", "/release-schedule"],
      ...["/about-us", "/testimonials", "/brand", "https://jobs.example", "https://selling.example"],
      ...["mailto:help@a.example", "mailto:sales@a.example", "https://discord.example"],
      ...["https://requests.example", "https://roadmap.example"],
    ]);
    expect(footerMenus(nothing, nowhere, "help@a.example")).toEqual([
      { title: "Help", links: [{ name: "Write to support", to: "mailto:help@a.example" }] },
    ]);
  });

  it("SHL-01 SHL-03 no menu leads where nobody has written, whatever is written", () => {
    const written = fc.record({
      pages: fc.subarray(everything.pages),
      categories: fc.subarray(["news", "tutorials", "tools"]),
    });
    fc.assert(
      fc.property(written, ({ pages, categories }) => {
        const led = [
          ...headerMenus({ pages, categories }, nowhere),
          ...footerMenus({ pages, categories }, nowhere, "help@a.example"),
        ].flatMap(({ links }) => links.map(({ to }) => to));
        for (const page of everything.pages) expect(led.includes(`/${page}`)).toBe(pages.includes(page));
        expect(led.includes("/blog")).toBe(categories.length > 0);
        expect(led.includes("/blog?category=tutorials")).toBe(categories.includes("tutorials"));
      }),
    );
  });
});
