import type { ArticleKind } from "./article.schema.ts";

export type { Article, ArticleKind, ArticleSource, ArticleSummary } from "./article.schema.ts";

/** The static pages that staff can write, by slug. */
export const SITE_PAGES = [
  { slug: "about-us", name: "About us" },
  { slug: "testimonials", name: "Testimonials" },
  { slug: "brand", name: "Brand" },
  { slug: "faq", name: "FAQ" },
  { slug: "release-schedule", name: "Release schedule" },
] as const;

/** The post category that has its own entry in the Learn menu. */
export const TUTORIALS = "tutorials";

/** Maximum length of an article's title, in characters. */
export const MAX_ARTICLE_TITLE = 120;

/** Maximum length of an article's description, in characters. */
export const MAX_ARTICLE_DESCRIPTION = 200;

/**
 * Maximum length of an article's Markdown, in characters. Fits into one request even if every character takes several
 * bytes.
 */
export const MAX_ARTICLE_SOURCE = 30_000;

/** HTML tags allowed in an article's body. Excludes h1, because the title is the page's only one. */
export const ARTICLE_TAGS = [
  ...["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "pre", "code", "hr", "br", "img"],
  ...["a", "strong", "em", "s", "table", "thead", "tbody", "tr", "th", "td"],
] as const;

/**
 * Returns whether a text is a valid slug: lowercase letters and digits, separated by single hyphens, at most 80
 * characters.
 */
export const isArticleSlug = (text: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && text.length <= 80;

/** The kind and slug of an article, which make up its URL, and its category, which is null for a page. */
export interface NamedArticle {
  readonly kind: ArticleKind;
  readonly slug: string;
  readonly category: string | null;
}

/** An invalid field, and how to fix it. */
export interface ArticleProblem {
  readonly field: "slug" | "category";
  readonly message: string;
}

/**
 * Returns the problem with an article's slug or category, or null if both are valid. Pages use one of the site's slugs
 * and have no category; posts have a slug of their own and one category.
 */
export const articleProblem = ({ kind, slug, category }: NamedArticle): ArticleProblem | null => {
  if (kind === "page") {
    const slugs = SITE_PAGES.map((page) => page.slug);
    if (!slugs.some((each) => each === slug))
      return { field: "slug", message: `The site doesn't have this page. Use ${slugs.join(", ")}.` };
    return category === null ? null : { field: "category", message: "A page can't have a category. Omit it." };
  }
  const use = "can use only lowercase letters, digits, and single hyphens, up to 80 characters";
  if (!isArticleSlug(slug)) return { field: "slug", message: `A post's URL ${use}.` };
  if (category === null) return { field: "category", message: `A post needs a category, such as ${TUTORIALS}.` };
  return isArticleSlug(category) ? null : { field: "category", message: `A category ${use}.` };
};

/** Returns the error message for links and images that can't be used in an article. */
export const unusableAddressesMessage = (addresses: readonly string[]): string =>
  `An article can't link to or show ${addresses.map((each) => `"${each}"`).join(", ")}. Link to full URLs ` +
  "(https://…, mailto:…) or store paths (/pricing). Use only the store's images (/media/…).";

/** Returns an article's path, such as "/about-us" for a page or "/blog/my-post" for a post. */
export const articlePath = ({ kind, slug }: Pick<NamedArticle, "kind" | "slug">): string =>
  kind === "page" ? `/${slug}` : `/blog/${slug}`;

/**
 * Returns the path of the blog, or of one category. `startingAfter` is the id of the previous page's last post, or null
 * for the first page.
 */
export const blogPath = (category: string | null = null, startingAfter: number | null = null): string => {
  const search = [
    ...(category === null ? [] : [`category=${category}`]),
    ...(startingAfter === null ? [] : [`starting_after=${startingAfter}`]),
  ];
  return search.length === 0 ? "/blog" : `/blog?${search.join("&")}`;
};

/** Returns a category's display name, such as "Behind the scenes" for "behind-the-scenes". */
export const postCategoryName = (category: string): string =>
  category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ");

/** The published articles: the slugs of the pages, and the categories of the posts. */
export interface WrittenArticles {
  readonly pages: readonly string[];
  readonly categories: readonly string[];
}
