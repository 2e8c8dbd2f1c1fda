import * as Schema from "effect/Schema";
import { Scope } from "../accounts/channel.schema.ts";
import { SupportAction } from "../accounts/support-action.schema.ts";
import { HomePage } from "../catalog/home-page.schema.ts";
import { ArticleKind } from "../engagement/article.schema.ts";
import { LegalSlug } from "../kernel/legal-text.schema.ts";
import { Instant } from "../kernel/calendar.schema.ts";
import { LogoKind } from "../kernel/shop.schema.ts";
import { WebhookEvent } from "./webhook.schema.ts";
import { CartCode } from "../pricing/discount.schema.ts";

const kind = <K extends string>(name: K) => ({ kind: Schema.Literal(name) });
const article = { article_kind: ArticleKind, slug: Schema.String };
const slugs = Schema.Array(Schema.String);

/** A change that support staff made to the whole store, rather than to one account. */
export const StoreChange = Schema.Union([
  Schema.Struct({ ...kind("put_code"), code: CartCode }),
  Schema.Struct({ ...kind("end_code"), name: Schema.String }),
  Schema.Struct({ ...kind("start_sale"), ends_at: Schema.NullOr(Instant) }),
  Schema.Struct(kind("end_sale")),
  Schema.Struct({ ...kind("put_banner"), heading: Schema.String, ends_at: Schema.NullOr(Instant) }),
  Schema.Struct(kind("end_banner")),
  Schema.Struct({ ...kind("publish_article"), ...article }),
  Schema.Struct({ ...kind("remove_article"), ...article }),
  Schema.Struct({ ...kind("import_collections"), slugs }),
  /** `name` is the file's path, such as `files/ground-fire-2k.zip`. */
  Schema.Struct({ ...kind("upload_file"), name: Schema.String }),
  /** A retry of an email that the mail server refused. */
  Schema.Struct({ ...kind("retry_email"), email_id: Schema.String }),
  /** Only collections that were never sold can be removed. */
  Schema.Struct({ ...kind("remove_collections"), slugs }),
  Schema.Struct({ ...kind("put_home_page"), page: HomePage }),
  /** The fields of the store's name and look that were set, such as "name". */
  Schema.Struct({ ...kind("put_shop"), fields: Schema.Array(Schema.String) }),
  Schema.Struct({ ...kind("put_logo"), logo: LogoKind }),
  Schema.Struct({ ...kind("remove_logo"), logo: LogoKind }),
  Schema.Struct({ ...kind("publish_legal"), slug: LegalSlug, version: Schema.String }),
  Schema.Struct({ ...kind("add_webhook"), url: Schema.String, events: Schema.Array(WebhookEvent) }),
  Schema.Struct({ ...kind("remove_webhook"), webhook_id: Schema.String }),
  Schema.Struct({ ...kind("resend_webhook"), event: WebhookEvent, delivery_id: Schema.Int }),
  Schema.Struct({ ...kind("add_channel"), name: Schema.String, scopes: Schema.Array(Scope) }),
  Schema.Struct({ ...kind("remove_channel"), channel_id: Schema.String }),
  Schema.Struct(kind("stock_sample")),
  /** A new price list: how many plans were added, replaced, or retired without a replacement. */
  Schema.Struct({ ...kind("put_prices"), added: Schema.Int, repriced: Schema.Int, retired: Schema.Int }),
  /** Words that a search treats as the same. */
  Schema.Struct({ ...kind("put_synonyms"), words: Schema.Array(Schema.String) }),
  Schema.Struct({ ...kind("remove_synonyms"), word: Schema.String }),
  /** `slugs` is null if every collection was withdrawn. */
  Schema.Struct({ ...kind("withdraw_collections"), slugs: Schema.NullOr(slugs) }),
]).annotate({ identifier: "StoreChange" });
export type StoreChange = typeof StoreChange.Type;

const { change: ofAccount, ...Record } = SupportAction.fields;

/** An audit record of a change by support staff: who made it, when, and why. Immutable. (CLI-02) */
export const StaffAction = Schema.Struct({
  ...Record,
  change: Schema.Union([...ofAccount.members, ...StoreChange.members]),
}).annotate({ identifier: "StaffAction" });
export type StaffAction = typeof StaffAction.Type;
