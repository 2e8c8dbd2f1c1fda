import * as Schema from "effect/Schema";
import { MAX_ARTICLE_DESCRIPTION, MAX_ARTICLE_SOURCE, MAX_ARTICLE_TITLE } from "@backlot/domain/engagement/article";
import { LegalSlug } from "@backlot/domain/kernel/legal-text.schema";
import { text } from "../driving/shared.ts";
import { words } from "../driving/staff.ts";

/** A legal text to publish. `source` is Markdown. */
export const NewLegalText = Schema.Struct({
  slug: LegalSlug,
  title: words(MAX_ARTICLE_TITLE),
  description: words(MAX_ARTICLE_DESCRIPTION),
  source: text(MAX_ARTICLE_SOURCE).check(Schema.isPattern(/\S/, { expected: "text that isn't blank" })),
});

export type NewLegalText = typeof NewLegalText.Type;
