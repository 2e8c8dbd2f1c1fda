import { LIBRARIES } from "@backlot/domain/catalog/collection";
import type { AccountMenuEntry } from "./account-menu.ts";
import { type SiteLink, type SiteMenu, footerMenus, headerMenus, mailTo } from "./site-menus.ts";
import type { WrittenArticles } from "@backlot/domain/engagement/article";
import type { ShopContact } from "@backlot/domain/kernel/shop";
import { paths } from "#app/paths.ts";

/** The menus of every page's header and footer. */
interface SiteMenus {
  readonly header: readonly SiteMenu[];
  readonly footer: readonly SiteMenu[];
}

const NOTHING_WRITTEN: WrittenArticles = { pages: [], categories: [] };

/**
 * Returns the store's menus. `written` is null if the settings could not be read. Built on the server, so that the
 * browser doesn't load this code.
 */
export const siteMenus = (contact: ShopContact, written: WrittenArticles | null): SiteMenus => {
  const articles = written ?? NOTHING_WRITTEN;
  return {
    header: headerMenus(articles, contact),
    footer: [
      { title: "Library", links: LIBRARIES.map(({ id, name }) => ({ to: paths.library(id), name })) },
      {
        title: "Plans",
        links: [
          { to: paths.pricing, name: "Pricing" },
          { to: paths.licenses, name: "Licenses" },
        ],
      },
      ...footerMenus(articles, contact),
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

/** Returns the links of the account menu, without entries that have no address. */
export const accountLinks = (entries: readonly AccountMenuEntry[], contact: ShopContact): readonly SiteLink[] => {
  const addresses: Readonly<Record<AccountMenuEntry, string | null>> = {
    Profile: paths.profile,
    Wishlists: paths.wishlists(),
    Downloads: paths.downloads(),
    "Manage Subscription": paths.subscription,
    "Order History": paths.orders(),
    "Manage Team": paths.team,
    "Suggest a Product": contact.product_requests,
    Sell: contact.selling,
    "Report a Bug": contact.bug_reports ?? mailTo(contact.support_email),
    // Logging out is a separate form below the links.
    Logout: null,
  };
  return entries.flatMap((name) => {
    const to = addresses[name];
    return to === null ? [] : [{ name, to }];
  });
};
