import type { OutsideLinks } from "@backlot/ports";
import { BadSetting } from "./bad-setting.ts";
import { isWebAddress } from "./web-address.ts";

/** Reads the external addresses that menus link to; null for each one that is not set. */
export const outsideLinksIn = (env: Readonly<Record<string, string | undefined>>): OutsideLinks => {
  const site = (setting: string): string | null => {
    const address = env[setting] || null;
    if (address !== null && !isWebAddress(address))
      throw new BadSetting(`${setting} is "${address}": use an address such as https://example.com, or leave it out.`);
    return address;
  };
  const mailbox = (setting: string): string | null => {
    const address = env[setting] || null;
    if (address !== null && !/^[^\s@]+@[^\s@]+$/.test(address))
      throw new BadSetting(`${setting} is "${address}": use an address such as sales@example.com, or leave it out.`);
    return address;
  };
  return {
    discord: site("DISCORD_URL"),
    productRequests: site("PRODUCT_REQUESTS_URL"),
    roadmap: site("ROADMAP_URL"),
    selling: site("SELLING_URL"),
    jobs: site("JOBS_URL"),
    bugReports: site("BUG_REPORTS_URL"),
    salesEmail: mailbox("SALES_EMAIL"),
  };
};
