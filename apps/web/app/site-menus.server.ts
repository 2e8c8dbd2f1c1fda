import { LIBRARIES } from "@backlot/domain/catalog/collection";
import type { AccountMenuEntry } from "#app/screens/account-menu.ts";
import { type SiteLink, type SiteMenu, footerMenus, headerMenus } from "#app/screens/site-menus.ts";
import type { WrittenArticles } from "@backlot/domain/engagement/article";
import type { ShopSettings } from "@backlot/ports";
import { paths } from "#app/paths.ts";

/** What every page's header and footer lead to. (SHL-01, SHL-03) */
export interface SiteMenus {
  readonly header: readonly SiteMenu[];
  readonly footer: readonly SiteMenu[];
}

const NOTHING_WRITTEN: WrittenArticles = { pages: [], categories: [] };

/** The menus of a shop; `written` is null where it can't be asked. Made here, so that no page loads the rules. */
export const siteMenus = (shop: ShopSettings, written: WrittenArticles | null): SiteMenus => {
  const known = written ?? NOTHING_WRITTEN;
  return {
    header: headerMenus(known, shop.outside),
    footer: [
      { title: "Library", links: LIBRARIES.map(({ id, name }) => ({ to: paths.library(id), name })) },
      {
        title: "Plans",
        links: [
          { to: paths.pricing, name: "Pricing" },
          { to: paths.licenses, name: "Licenses" },
        ],
      },
      ...footerMenus(known, shop.outside, shop.supportEmail),
      {
        title: "Legal",
        links: [
          { to: paths.license, name: "License agreement" },
          { to: paths.terms, name: "Terms of service" },
          { to: paths.privacy, name: "Privacy policy" },
        ],
      },
    ],
  };
};

/** Where the entries of the account's menu lead; one that leads nowhere here is left out. (SHL-02) */
export const accountLinks = (
  entries: readonly AccountMenuEntry[],
  { outside, supportEmail }: ShopSettings,
): readonly SiteLink[] => {
  const addresses: Readonly<Record<AccountMenuEntry, string | null>> = {
    Profile: paths.profile,
    Wishlists: paths.wishlists(),
    Downloads: paths.downloads(),
    "Manage Subscription": paths.subscription,
    "Order History": paths.orders(),
    "Manage Team": paths.team,
    "Suggest a Product": outside.productRequests,
    Sell: outside.selling,
    "Report a Bug": outside.bugReports ?? `mailto:${supportEmail}`,
    // A form of its own, below the links.
    Logout: null,
  };
  return entries.flatMap((name) => {
    const to = addresses[name];
    return to === null ? [] : [{ name, to }];
  });
};
