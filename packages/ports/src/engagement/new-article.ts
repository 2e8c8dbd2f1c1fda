import { words } from "../driving/staff.ts";
import * as Schema from "effect/Schema";
import { MAX_ARTICLE_DESCRIPTION, MAX_ARTICLE_SOURCE, MAX_ARTICLE_TITLE } from "@backlot/domain/engagement/article";
import { ArticleKind } from "@backlot/domain/engagement/article.schema";
import { Text, text } from "../driving/shared.ts";

/** An article as staff write it. */
export const NewArticle = Schema.Struct({
  kind: ArticleKind,
  slug: Text,
  title: words(MAX_ARTICLE_TITLE),
  description: words(MAX_ARTICLE_DESCRIPTION),
  /** The blog category, for posts only. */
  category: Schema.optional(Schema.NullOr(Text)),
  /** The slug of the collection whose picture the article shows. */
  cover: Schema.optional(Schema.NullOr(Text)),
  /** The article's text, in Markdown. */
  source: text(MAX_ARTICLE_SOURCE).check(Schema.isPattern(/\S/, { expected: "text that isn't blank" })),
});

export type NewArticle = typeof NewArticle.Type;
