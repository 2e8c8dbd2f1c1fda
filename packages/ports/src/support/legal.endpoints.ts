import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import { MAX_ARTICLE_DESCRIPTION, MAX_ARTICLE_SOURCE, MAX_ARTICLE_TITLE } from "@backlot/domain/engagement/article";
import { LegalSlug, LegalVersion } from "@backlot/domain/kernel/legal-text.schema";
import { data, text } from "../driving/shared.ts";
import { ACTOR, words } from "./support.requests.ts";

/** A legal text to publish. `source` is Markdown. */
export const NewLegalText = Schema.Struct({
  slug: LegalSlug,
  title: words(MAX_ARTICLE_TITLE),
  description: words(MAX_ARTICLE_DESCRIPTION),
  source: text(MAX_ARTICLE_SOURCE).check(Schema.isPattern(/\S/, { expected: "something that is not blank" })),
});
export type NewLegalText = typeof NewLegalText.Type;

/** Operations for the legal texts. */
export const LEGAL = [
  /** Returns the current version of a legal text. `source` is Markdown. */
  HttpApiEndpoint.get("legalSource", "/support/legal/:slug", {
    params: { slug: LegalSlug },
    success: data(Schema.Struct({ ...NewLegalText.fields, version: Schema.String })),
  }),
  /** Publishes a new version of a legal text. */
  HttpApiEndpoint.put("putLegal", "/support/legal", {
    payload: Schema.Struct({ ...NewLegalText.fields, ...ACTOR }),
    success: data(Schema.Struct({ slug: LegalSlug, ...LegalVersion.fields })),
  }),
] as const;
