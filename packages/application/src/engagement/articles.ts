import { type ArticleKind, type ArticleSource, articleProblem, unusableAddressesMessage } from "@backlot/domain";
import {
  InvalidRequest,
  type KeptArticle,
  Markup,
  type NewArticle,
  NotFound,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import { Articles } from "@backlot/ports/engagement/articles.contract";
import * as Effect from "effect/Effect";
import { implement } from "../implement.ts";
import { getLegalText } from "./legal-texts.ts";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";

const summaryOf = ({ id, kind, slug, title, description, category, cover, published_at }: KeptArticle) => ({
  id,
  kind,
  slug,
  title,
  description,
  category,
  cover,
  published_at,
});

const sourceOf = (article: KeptArticle): ArticleSource => ({ ...summaryOf(article), source: article.source });

const missing = (kind: ArticleKind, slug: string) => new NotFound({ message: `The ${kind} "${slug}" doesn't exist.` });

const wanted = Effect.fnUntraced(function* (kind: ArticleKind, slug: string) {
  const repos = yield* ReadRepositories;
  return (yield* repos.articles.find(kind, slug)) ?? (yield* missing(kind, slug));
});

/** Returns an article as visitors see it. */
const getArticle = (kind: ArticleKind, slug: string) =>
  Effect.map(wanted(kind, slug), (article) => ({ ...summaryOf(article), body: article.body }));

/** Returns an article as staff wrote it. */
export const getArticleSource = (kind: ArticleKind, slug: string) => Effect.map(wanted(kind, slug), sourceOf);

interface ArticleQuery extends KeyPage {
  readonly kind?: ArticleKind | undefined;
  readonly category?: string | undefined;
}

/** Returns a page of articles, newest first. */
const listArticles = Effect.fnUntraced(function* (query: ArticleQuery) {
  const repos = yield* ReadRepositories;
  const { kind = null, category = null } = query;
  return cutToPage(yield* repos.articles.list({ kind, category, ...toRead(query) }), query);
});

const refused = (field: string, message: string) =>
  new InvalidRequest({ message, issues: [{ path: `payload.${field}`, message }] });

/**
 * Publishes an article, or replaces the existing one with its kind and slug. Renders its Markdown to safe HTML once.
 * Fails for a reserved name, for links or images that pages can't show, and for a new cover that is not a collection
 * for sale. Call it in a transaction.
 */
export const putArticle = Effect.fnUntraced(function* ({ category = null, cover = null, ...written }: NewArticle) {
  const markup = yield* Markup;
  const repos = yield* Repositories;
  const problem = articleProblem({ ...written, category });
  if (problem !== null) return yield* refused(problem.field, problem.message);
  const before = yield* repos.articles.find(written.kind, written.slug);
  // An existing cover may stay when its collection is withdrawn.
  if (cover !== null && cover !== before?.cover && (yield* repos.collections.bySlug(cover))?.listed !== true)
    return yield* refused("cover", `Collection "${cover}" isn't for sale. Use the slug from its URL.`);
  const { html: body, unusable } = markup.ofMarkdown(written.source);
  if (unusable.length > 0) return yield* refused("source", unusableAddressesMessage(unusable));
  return sourceOf(yield* repos.articles.put({ ...written, category, cover, body, published_at: yield* currentTime }));
});

/** Publishes an article like {@link putArticle}, in its own transaction. */
export const publishArticle = (written: NewArticle) => putArticle(written).pipe(transactional);

/** Removes an article. Fails if it doesn't exist. Call it in a transaction. */
export const removeArticle = Effect.fnUntraced(function* (kind: ArticleKind, slug: string) {
  const repos = yield* Repositories;
  if (!(yield* repos.articles.remove(kind, slug))) return yield* missing(kind, slug);
});

/** Handlers for site pages, blog posts, and legal texts. */
export const articles = implement(Articles, {
  list: ({ query }) => listArticles(query),
  get: ({ params }) => getArticle(params.kind, params.slug),
  legal: ({ params, query }) => getLegalText(params.slug, query),
});
