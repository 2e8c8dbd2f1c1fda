import { NewLegalText } from "../engagement/new-legal-text.ts";
import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import { LegalSlug, LegalVersion } from "@backlot/domain/kernel/legal-text.schema";
import { data } from "../driving/shared.ts";
import { ACTOR } from "../driving/staff.ts";

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
