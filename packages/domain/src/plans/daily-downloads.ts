import type { DailyDownloads } from "./daily-downloads.schema.ts";

/** The daily downloads of a new store. (DWN-02) */
export const DAILY_DOWNLOADS: DailyDownloads = { free: 10, paid: 20 };
