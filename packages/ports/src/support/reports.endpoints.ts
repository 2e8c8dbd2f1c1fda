import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import {
  ItemReport,
  Month,
  MonthReport,
  PlanReport,
  SearchReport,
  TaxReport,
} from "@backlot/domain/support/report.schema";
import { PageSize, data } from "../driving/shared.ts";

/** UTC months such as "2026-11". `to` defaults to the current month, and `from` to `to`. Up to 36 months. */
const MONTHS = { from: Schema.optional(Month), to: Schema.optional(Month) };

export const REPORTS = [
  /** Returns revenue, refunds, tax, subscribers, and credits by UTC month. */
  HttpApiEndpoint.get("reportMonths", "/support/reports/months", {
    query: MONTHS,
    success: data(Schema.Array(MonthReport)),
  }),
  /** Returns the subscribers of each plan, and the amount that they pay per month. */
  HttpApiEndpoint.get("reportPlans", "/support/reports/plans", { success: data(Schema.Array(PlanReport)) }),
  /** Returns payments, refunds, and tax by the buyer's country for a range of UTC months, highest payments first. */
  HttpApiEndpoint.get("reportTaxes", "/support/reports/taxes", {
    query: MONTHS,
    success: data(Schema.Array(TaxReport)),
  }),
  /** Lists the best-selling collections for a range of UTC months. */
  HttpApiEndpoint.get("reportItems", "/support/reports/items", {
    query: { ...MONTHS, limit: Schema.optional(PageSize) },
    success: data(Schema.Array(ItemReport)),
  }),
  /** Lists the searches without results for a range of UTC months. */
  HttpApiEndpoint.get("reportSearches", "/support/reports/searches", {
    query: { ...MONTHS, limit: Schema.optional(PageSize) },
    success: data(Schema.Array(SearchReport)),
  }),
] as const;
