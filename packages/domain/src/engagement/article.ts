import type { ArticleKind } from "./article.schema.ts";

export type { Article, ArticleKind, ArticleSource, ArticleSummary } from "./article.schema.ts";

/** The pages of the site that staff write, by their address. (SHL-03) */
export const SITE_PAGES = [
  { slug: "about-us", name: "About us" },
  { slug: "testimonials", name: "Testimonials" },
  { slug: "brand", name: "Brand" },
  { slug: "faq", name: "FAQ" },
  { slug: "release-schedule", name: "Release schedule" },
] as const;

/** The category of posts that the Learn menu names by itself. (SHL-01) */
export const TUTORIALS = "tutorials";

/** The longest title of an article, in characters. (SHL-03) */
export const MAX_ARTICLE_TITLE = 120;

/** The longest description of an article, in characters. (SHL-03) */
export const MAX_ARTICLE_DESCRIPTION = 200;

/** The longest text of an article, in characters of Markdown: in any writing it fits into one request. (SHL-03) */
export const MAX_ARTICLE_SOURCE = 30_000;

/** The tags of HTML that the body of an article may have. Its title is the one heading of the first rank. (SHL-03) */
export const ARTICLE_TAGS = [
  ...["h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "pre", "code", "hr", "br", "img"],
  ...["a", "strong", "em", "s", "table", "thead", "tbody", "tr", "th", "td"],
] as const;

/** Whether a text can be the last part of an address: small letters, figures, single hyphens between. (SHL-03) */
export const isArticleSlug = (text: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && text.length <= 80;

/** What names an article. */
export interface NamedArticle {
  readonly kind: ArticleKind;
  readonly slug: string;
  readonly category: string | null;
}

/** A field of an article that can't be as it is, and what would do. */
export interface ArticleProblem {
  readonly field: "slug" | "category";
  readonly message: string;
}

/**
 * Why an article can't be named like this; null where it can. Pages have the site's addresses and no category; posts
 * have any address, and one category. (SHL-03)
 */
export const articleProblem = ({ kind, slug, category }: NamedArticle): ArticleProblem | null => {
  if (kind === "page") {
    const slugs = SITE_PAGES.map((page) => page.slug);
    if (!slugs.some((each) => each === slug))
      return { field: "slug", message: `The site has no such page. Use ${slugs.join(", ")}.` };
    return category === null ? null : { field: "category", message: "A page has no category. Leave it out." };
  }
  const use = "small letters, figures and single hyphens, up to 80 characters";
  if (!isArticleSlug(slug)) return { field: "slug", message: `The address of a post has ${use}.` };
  if (category === null) return { field: "category", message: `A post has a category, such as ${TUTORIALS}.` };
  return isArticleSlug(category) ? null : { field: "category", message: `A category has ${use}.` };
};

/** Why a text with addresses that pages can't lead to or show is not published, and what would do. (SHL-03) */
export const unusableAddressesMessage = (addresses: readonly string[]): string =>
  `An article can't lead to or show ${addresses.map((each) => `"${each}"`).join(", ")}. Links have a whole address ` +
  "(https://…, mailto:…) or a path of the store (/pricing); pictures are the store's (/media/…).";

/** The address of an article. (SHL-03) */
export const articlePath = ({ kind, slug }: Pick<NamedArticle, "kind" | "slug">): string =>
  kind === "page" ? `/${slug}` : `/blog/${slug}`;

/** The address of the blog or of one of its categories; `startingAfter` is the id of the last post before. (SHL-03) */
export const blogPath = (category: string | null = null, startingAfter: number | null = null): string => {
  const search = [
    ...(category === null ? [] : [`category=${category}`]),
    ...(startingAfter === null ? [] : [`starting_after=${startingAfter}`]),
  ];
  return search.length === 0 ? "/blog" : `/blog?${search.join("&")}`;
};

/** The name of a category of posts: "Behind the scenes" for "behind-the-scenes". (SHL-03) */
export const postCategoryName = (category: string): string =>
  category.charAt(0).toUpperCase() + category.slice(1).replaceAll("-", " ");

/** What staff have written so far: addresses of pages, and categories that have posts. (SHL-03) */
export interface WrittenArticles {
  readonly pages: readonly string[];
  readonly categories: readonly string[];
}
