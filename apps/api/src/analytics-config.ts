import { BadSetting, bothOrNone } from "./bad-setting.ts";
import { isWebAddress } from "./web-address.ts";

/** The analytics service that receives searches, page views and purchases. */
export interface AnalyticsConfig {
  readonly url: string;
  readonly writeKey: string;
}

/** Reads the analytics settings: both or neither. In production, throws BadSetting unless the URL is https. */
export const analyticsIn = (
  env: Readonly<Record<string, string | undefined>>,
  production: boolean,
): AnalyticsConfig | null => {
  const set = bothOrNone(env, "ANALYTICS_URL", "ANALYTICS_WRITE_KEY");
  if (set === null) return null;
  const [url, writeKey] = set;
  if (!isWebAddress(url))
    throw new BadSetting(`ANALYTICS_URL is "${url}": use the service's address, such as https://api.segment.io.`);
  if (production && new URL(url).protocol !== "https:")
    throw new BadSetting(`ANALYTICS_URL is "${url}", but NODE_ENV is production: use an https address.`);
  return { url: url.replace(/\/+$/, ""), writeKey };
};
