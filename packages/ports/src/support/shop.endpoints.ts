import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { StockedCollection } from "@backlot/domain/catalog/stock.schema";
import { HomePage, HomePageChange } from "@backlot/domain/catalog/home-page.schema";
import { MAX_SYNONYMS } from "@backlot/domain/catalog/search-tokens";
import { ArticleSource } from "@backlot/domain/engagement/article.schema";
import { MAX_NOTIFICATION_BODY, MAX_NOTIFICATION_HEADING } from "@backlot/domain/engagement/notification";
import { Notification, SetNotification } from "@backlot/domain/engagement/notification.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { CartCode } from "@backlot/domain/pricing/discount.schema";
import { Wire } from "../driving/errors.ts";
import { ByAddress } from "../engagement/articles.contract.ts";
import { RunningSaleView } from "../pricing/sale.view.ts";
import { ByKey, PageSize, Text, data, text } from "../driving/shared.ts";
import { NewCartCode, Synonym } from "./support.requests.ts";
import { NewArticle } from "../engagement/new-article.ts";
import { words, ACTOR } from "../driving/staff.ts";
import { PRICES } from "./prices.endpoints.ts";
import { CHANNELS } from "./channels.endpoints.ts";
import { WEBHOOKS } from "./webhooks.endpoints.ts";
import { LEGAL } from "./legal.endpoints.ts";
import { SHOP_PROFILE } from "./shop-profile.endpoints.ts";
import { CodeExplanation } from "./support.views.ts";
import { CodePage } from "../pricing/codes.view.ts";
import { StockResult, StockPage } from "../catalog/stock.views.ts";

/** Operations for the store itself: codes, collections, search, the sale, the banner, and articles. */
export const SHOP = [
  /** Lists the cart discount codes. */
  HttpApiEndpoint.get("codes", "/support/codes", {
    query: { starting_after: Schema.optional(Text), limit: Schema.optional(PageSize) },
    success: CodePage,
  }),
  /** Returns why a customer can or can't use a code. */
  HttpApiEndpoint.get("explainCode", "/support/codes/explain", {
    query: { customer: Text, code: Text },
    success: data(CodeExplanation),
    error: [Wire.notFound, Wire.providerUnreachable],
  }),
  /** Creates or replaces a cart discount code. */
  HttpApiEndpoint.put("putCode", "/support/codes", {
    payload: Schema.Struct({ code: NewCartCode, ...ACTOR }),
    success: data(CartCode),
  }),
  /** Ends a cart discount code. */
  HttpApiEndpoint.delete("endCode", "/support/codes/:code", {
    params: { code: Text },
    query: ACTOR,
    success: HttpApiSchema.NoContent,
    error: Wire.notFound,
  }),
  /** Lists all collections, including those that aren't for sale. */
  HttpApiEndpoint.get("stock", "/support/collections", { query: ByKey, success: StockPage }),
  /** Creates or changes collections, up to 100 at once. */
  HttpApiEndpoint.put("putStock", "/support/collections", {
    payload: Schema.Struct({
      collections: Schema.Array(StockedCollection).check(Schema.isMaxLength(100)),
      ...ACTOR,
    }),
    success: data(Schema.Array(StockResult)),
    error: [Wire.conflict],
  }),
  /** Withdraws collections from sale, or all collections if given null. Owners keep access. */
  HttpApiEndpoint.post("withdrawStock", "/support/collections/withdraw", {
    payload: Schema.Struct({ slugs: Schema.NullOr(Schema.Array(Text).check(Schema.isMaxLength(500))), ...ACTOR }),
    success: data(Schema.Struct({ withdrawn: Schema.Int })),
  }),
  /** Deletes collections that no customer owns. */
  HttpApiEndpoint.post("removeStock", "/support/collections/remove", {
    payload: Schema.Struct({ slugs: Schema.Array(Text).check(Schema.isMaxLength(500)), ...ACTOR }),
    success: data(Schema.Struct({ removed: Schema.Int })),
    error: [Wire.conflict],
  }),
  /** Returns the home page's settings. */
  HttpApiEndpoint.get("homePage", "/support/home_page", { success: data(HomePage) }),
  /** Changes the home page's settings. */
  HttpApiEndpoint.put("putHomePage", "/support/home_page", {
    /** Omitted fields stay unchanged. */
    payload: Schema.Struct({ ...HomePageChange.fields, ...ACTOR }),
    success: data(HomePage),
  }),
  /** Adds the sample catalog to an empty store. */
  HttpApiEndpoint.post("stockSample", "/support/collections/sample", {
    payload: Schema.Struct(ACTOR),
    success: data(Schema.Struct({ collections: Schema.Int })),
    error: [Wire.conflict],
  }),
  /** Lists the groups of search synonyms. */
  HttpApiEndpoint.get("synonyms", "/support/synonyms", { success: data(Schema.Array(Schema.Array(Schema.String))) }),
  /** Sets a group of search synonyms. */
  HttpApiEndpoint.put("putSynonyms", "/support/synonyms", {
    /** Words and phrases with the same meaning. This group replaces the groups that they belonged to. */
    payload: Schema.Struct({
      words: Schema.Array(Synonym).check(Schema.isMinLength(2), Schema.isMaxLength(MAX_SYNONYMS)),
      ...ACTOR,
    }),
    success: data(Schema.Array(Schema.String)),
  }),
  /** Removes the group of synonyms that a word belongs to. */
  HttpApiEndpoint.delete("removeSynonyms", "/support/synonyms/:word", {
    params: { word: Text },
    query: ACTOR,
    success: HttpApiSchema.NoContent,
    error: Wire.notFound,
  }),
  ...PRICES,
  ...SHOP_PROFILE,
  ...LEGAL,
  ...WEBHOOKS,
  ...CHANNELS,
  /** Returns the current sale, or null. */
  HttpApiEndpoint.get("sale", "/support/sale", { success: data(Schema.NullOr(RunningSaleView)) }),
  /** Starts the sale, or changes when it ends. */
  HttpApiEndpoint.put("startSale", "/support/sale", {
    payload: Schema.Struct({ ends_at: Schema.optional(Schema.NullOr(Instant)), ...ACTOR }),
    success: data(RunningSaleView),
  }),
  /** Ends the sale. */
  HttpApiEndpoint.delete("endSale", "/support/sale", { query: ACTOR, success: HttpApiSchema.NoContent }),
  /** Lists the notifications at the top of every page. */
  HttpApiEndpoint.get("notifications", "/support/notifications", {
    success: data(Schema.Array(SetNotification)),
  }),
  /** Sets a notification. */
  HttpApiEndpoint.put("putNotification", "/support/notifications", {
    payload: Schema.Struct({
      notification_type: Notification.fields.notification_type,
      heading: words(MAX_NOTIFICATION_HEADING),
      body: text(MAX_NOTIFICATION_BODY),
      ends_at: Schema.optional(Schema.NullOr(Instant)),
      ...ACTOR,
    }),
    success: data(SetNotification),
  }),
  /** Removes a notification. */
  HttpApiEndpoint.delete("removeNotification", "/support/notifications/:notification_type", {
    params: { notification_type: Notification.fields.notification_type },
    query: ACTOR,
    success: HttpApiSchema.NoContent,
  }),
  /** Returns the source of an article. */
  HttpApiEndpoint.get("article", "/support/articles/:kind/:slug", {
    params: ByAddress,
    success: data(ArticleSource),
    error: Wire.notFound,
  }),
  /** Publishes or replaces an article. */
  HttpApiEndpoint.put("putArticle", "/support/articles", {
    payload: Schema.Struct({ ...NewArticle.fields, ...ACTOR }),
    success: data(ArticleSource),
  }),
  /** Removes an article. */
  HttpApiEndpoint.delete("removeArticle", "/support/articles/:kind/:slug", {
    params: ByAddress,
    query: ACTOR,
    success: HttpApiSchema.NoContent,
    error: Wire.notFound,
  }),
] as const;
