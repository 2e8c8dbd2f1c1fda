import {
  type Article,
  type ArticleKind,
  type ArticleSource,
  articleProblem,
  unusableAddressesMessage,
} from "@backlot/domain";
import { type ArticlePage, InvalidRequest, type KeptArticle, type NewArticle, NotFound } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { type KeyPage, cutToPage, toRead } from "../key-page.ts";
import type { StorePorts } from "../store-ports.ts";

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

const missing = (kind: ArticleKind, slug: string) => new NotFound({ message: `There is no ${kind} "${slug}".` });

const wanted =
  (ports: Pick<StorePorts, "transactions">) =>
  (kind: ArticleKind, slug: string): Effect.Effect<KeptArticle, NotFound> =>
    Effect.flatMap(ports.transactions.read.articles.find(kind, slug), (found) =>
      found === null ? Effect.fail(missing(kind, slug)) : Effect.succeed(found),
    );

/** An article as it is read. (SHL-03) */
export const getArticle =
  (ports: Pick<StorePorts, "transactions">) =>
  (kind: ArticleKind, slug: string): Effect.Effect<Article, NotFound> =>
    Effect.map(wanted(ports)(kind, slug), (found) => ({ ...summaryOf(found), body: found.body }));

/** An article as staff wrote it. (CLI-03) */
export const getArticleSource =
  (ports: Pick<StorePorts, "transactions">) =>
  (kind: ArticleKind, slug: string): Effect.Effect<ArticleSource, NotFound> =>
    Effect.map(wanted(ports)(kind, slug), sourceOf);

interface ArticleQuery extends KeyPage {
  readonly kind?: ArticleKind | undefined;
  readonly category?: string | undefined;
}

/** Articles by key, newest first. (SHL-03) */
export const listArticles =
  (ports: Pick<StorePorts, "transactions">) =>
  (query: ArticleQuery): Effect.Effect<ArticlePage> =>
    Effect.map(
      ports.transactions.read.articles.list({
        kind: query.kind ?? null,
        category: query.category ?? null,
        ...toRead(query),
      }),
      (found) => cutToPage(found, query),
    );

const refused = (field: string, message: string) =>
  new InvalidRequest({ message, issues: [{ path: `payload.${field}`, message }] });

/**
 * Publishes an article, in place of one of its kind and address. Its Markdown is made into safe HTML once, here.
 * Refused where it can't be named like this, where its text has addresses that pages can't show, and where its cover is
 * new and of no collection in the shop. (SHL-03)
 */
export const publishArticle =
  (ports: Pick<StorePorts, "clock" | "markup" | "transactions">) =>
  ({ category = null, cover = null, ...written }: NewArticle): Effect.Effect<ArticleSource, InvalidRequest> =>
    Effect.gen(function* () {
      const { articles, collections } = ports.transactions.read;
      const problem = articleProblem({ ...written, category });
      if (problem !== null) return yield* refused(problem.field, problem.message);
      const before = yield* articles.find(written.kind, written.slug);
      // What was taken out of the shop keeps its picture.
      if (cover !== null && cover !== before?.cover && (yield* collections.bySlug(cover))?.listed !== true)
        return yield* refused(
          "cover",
          `There is no collection "${cover}" in the shop. Use the last part of its address.`,
        );
      const { html: body, unusable } = ports.markup.ofMarkdown(written.source);
      if (unusable.length > 0) return yield* refused("source", unusableAddressesMessage(unusable));
      return sourceOf(yield* articles.put({ ...written, category, cover, body, published_at: ports.clock.now() }));
    });

/** Takes an article off the site. (SHL-03) */
export const removeArticle =
  (ports: Pick<StorePorts, "transactions">) =>
  (kind: ArticleKind, slug: string): Effect.Effect<void, NotFound> =>
    Effect.flatMap(ports.transactions.read.articles.remove(kind, slug), (wasThere) =>
      wasThere ? Effect.void : Effect.fail(missing(kind, slug)),
    );
