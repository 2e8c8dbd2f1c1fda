import { supportActionText } from "../accounts/support-action.ts";
import { articlePath } from "../engagement/article.ts";
import { untilText } from "../kernel/calendar.ts";
import type { LogoKind } from "../kernel/shop.schema.ts";
import { codeWorthText } from "../pricing/discount-messages.ts";
import type { StaffAction } from "./store-change.schema.ts";

export type { StaffAction, StoreChange } from "./store-change.schema.ts";

/** The number of names to list before "and 3 more". */
const NAMED = 3;

const named = (names: readonly string[]): string =>
  names.length <= NAMED ? names.join(", ") : `${names.slice(0, NAMED).join(", ")}, and ${names.length - NAMED} more`;

/** Returns a logo's name as text. */
const logoName = (kind: LogoKind): string => (kind === "icon" ? "tab icon" : `logo for ${kind} pages`);

/** Returns the audit log's text for a staff action on an account or on the whole store. */
export const staffActionText = ({ change }: Pick<StaffAction, "change">): string => {
  switch (change.kind) {
    case "put_code":
      return `set the code ${change.code.code} to ${codeWorthText(change.code)} off a cart`;
    case "end_code":
      return `ended the code ${change.name}`;
    case "start_sale":
      return `started the sale, ${untilText(change.ends_at)}`;
    case "end_sale":
      return "ended the sale";
    case "put_banner":
      return `set the banner "${change.heading}", ${untilText(change.ends_at)}`;
    case "end_banner":
      return "removed the banner";
    case "publish_article":
      return `published ${articlePath({ kind: change.article_kind, slug: change.slug })}`;
    case "remove_article":
      return `removed ${articlePath({ kind: change.article_kind, slug: change.slug })}`;
    case "import_collections":
      return `imported ${named(change.slugs)}`;
    case "upload_file":
      return `uploaded ${change.name}`;
    case "retry_email":
      return `resent the refused email ${change.email_id}`;
    case "remove_collections":
      return `removed ${named(change.slugs)}`;
    case "put_home_page":
      return `changed the home page: hero ${change.page.hero ?? "by default"}, ${change.page.featured.length} featured`;
    case "put_prices":
      return `imported a price list: ${change.added} added, ${change.repriced} repriced, ${change.retired} retired`;
    case "put_shop":
      return `set the store's ${named(change.fields)}`;
    case "put_logo":
      return `set the ${logoName(change.logo)}`;
    case "remove_logo":
      return `removed the ${logoName(change.logo)}`;
    case "publish_legal":
      return `published version ${change.version} of /${change.slug}`;
    case "add_webhook":
      return `added a webhook at ${change.url} for ${named(change.events)}`;
    case "remove_webhook":
      return `removed the webhook ${change.webhook_id}`;
    case "resend_webhook":
      return `resent ${change.event} to a webhook`;
    case "add_channel":
      return `added the channel ${change.name} for ${named(change.scopes)}`;
    case "remove_channel":
      return `removed the channel ${change.channel_id}`;
    case "stock_sample":
      return "added the sample catalog";
    case "put_synonyms":
      return `set the synonyms ${named(change.words)}`;
    case "remove_synonyms":
      return `removed the synonyms of ${change.word}`;
    case "withdraw_collections":
      return change.slugs === null ? "withdrew every collection" : `withdrew ${named(change.slugs)}`;
    default:
      return supportActionText({ change });
  }
};
