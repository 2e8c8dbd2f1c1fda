import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SITE_PAGES, articlePath, articleProblem, blogPath, isArticleSlug, postCategoryName } from "@backlot/domain";

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
