import type { ShopContact } from "@backlot/domain/kernel/shop";
import {
  SITE_PAGES,
  TUTORIALS,
  type WrittenArticles,
  articlePath,
  blogPath,
  postCategoryName,
} from "@backlot/domain/engagement/article";
import { LIBRARIES } from "@backlot/domain/catalog/collection";

/** A menu link to a path on the site, to another site, or to a mailto address. */
export interface SiteLink {
  readonly name: string;
  readonly to: string;
}

export interface SiteMenu {
  readonly title: string;
  readonly links: readonly SiteLink[];
}

/** Returns a link, or none if there is no address. */
const link = (name: string, to: string | null): readonly SiteLink[] => (to === null ? [] : [{ name, to }]);

/** Returns the link that opens an email to an address, or null if there is none. */
export const mailTo = (address: string | null): string | null => (address === null ? null : `mailto:${address}`);

const blog = ({ categories }: WrittenArticles) => link("Blog", categories.length === 0 ? null : blogPath());

const tutorials = ({ categories }: WrittenArticles) =>
  link(postCategoryName(TUTORIALS), categories.includes(TUTORIALS) ? blogPath(TUTORIALS) : null);

const page = ({ pages }: WrittenArticles, wanted: (typeof SITE_PAGES)[number]["slug"]): readonly SiteLink[] =>
  SITE_PAGES.filter(({ slug }) => slug === wanted && pages.includes(slug)).map(({ slug, name }) => ({
    name,
    to: articlePath({ kind: "page", slug }),
  }));

const isFilled = ({ links }: SiteMenu): boolean => links.length > 0;

/** Returns the header menus. Omits pages that are not written yet and sites that are not configured. */
export const headerMenus = (written: WrittenArticles, contact: ShopContact): readonly SiteMenu[] =>
  [
    {
      title: "Learn",
      links: [...link(LIBRARIES[1].name, LIBRARIES[1].listing), ...tutorials(written), ...blog(written)],
    },
    {
      title: "Community",
      links: [
        ...link("Discord", contact.discord),
        ...link("Request a Product", contact.product_requests),
        ...page(written, "testimonials"),
      ],
    },
  ].filter(isFilled);

/**
 * Returns the footer columns that depend on the store. Omits pages that are not written yet and sites that are not
 * configured.
 */
export const footerMenus = (written: WrittenArticles, contact: ShopContact): readonly SiteMenu[] =>
  [
    {
      title: "Learn",
      links: [...tutorials(written), ...blog(written), ...page(written, "faq"), ...page(written, "release-schedule")],
    },
    {
      title: "Company",
      links: [
        ...page(written, "about-us"),
        ...page(written, "testimonials"),
        ...page(written, "brand"),
        ...link("Jobs", contact.jobs),
        ...link("Sell", contact.selling),
      ],
    },
    {
      title: "Help",
      links: [
        ...link("Contact support", mailTo(contact.support_email)),
        ...link("Contact sales", mailTo(contact.sales_email)),
        ...link("Discord", contact.discord),
        ...link("Request a Product", contact.product_requests),
        ...link("Roadmap", contact.roadmap),
      ],
    },
  ].filter(isFilled);
