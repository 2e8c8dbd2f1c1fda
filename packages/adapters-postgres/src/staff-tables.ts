import type { ArticleKind, Instant, Notification } from "@backlot/domain";
import type { StaffAction } from "@backlot/domain/support/store-change.schema";
import type { ColumnType, Generated } from "kysely";

/** A JSON column, which is written as text and read as its value. */
export type Json<T> = ColumnType<T, string, string>;

/** The tables of staff content and staff actions. */
export interface StaffTables {
  plan_sales: {
    id: Generated<number>;
    percent_off: number;
    months: number;
    starts_at: Instant;
    ends_at: Instant | null;
  };
  support_actions: {
    seq: Generated<number>;
    id: string;
    user_id: string | null;
    at: Instant;
    actor: string;
    proven: boolean;
    reason: string;
    change: Json<StaffAction["change"]>;
  };
  notifications: {
    notification_type: Notification["notification_type"];
    heading: string;
    body: string;
    ends_at: Instant | null;
  };
  articles: {
    id: Generated<number>;
    kind: ArticleKind;
    slug: string;
    title: string;
    description: string;
    category: string | null;
    cover: string | null;
    source: string;
    body: string;
    published_at: Instant;
  };
}
