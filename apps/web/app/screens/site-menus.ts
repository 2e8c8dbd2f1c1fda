import type { OutsideLinks } from "@backlot/ports";
import {
  SITE_PAGES,
  TUTORIALS,
  type WrittenArticles,
  articlePath,
  blogPath,
  postCategoryName,
} from "@backlot/domain/engagement/article";
import { LIBRARIES } from "@backlot/domain/catalog/collection";

/** A menu link: a path of the site, another site, or a mailto address. */
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

const mailTo = (address: string | null): string | null => (address === null ? null : `mailto:${address}`);

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
export const headerMenus = (written: WrittenArticles, outside: OutsideLinks): readonly SiteMenu[] =>
  [
    {
      title: "Learn",
      links: [...link(LIBRARIES[1].name, LIBRARIES[1].listing), ...tutorials(written), ...blog(written)],
    },
    {
      title: "Community",
      links: [
        ...link("Discord", outside.discord),
        ...link("Request a Product", outside.productRequests),
        ...page(written, "testimonials"),
      ],
    },
  ].filter(isFilled);

/**
 * Returns the footer columns that depend on the store. Omits pages that are not written yet and sites that are not
 * configured.
 */
export const footerMenus = (
  written: WrittenArticles,
  outside: OutsideLinks,
  supportEmail: string,
): readonly SiteMenu[] =>
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
        ...link("Jobs", outside.jobs),
        ...link("Sell", outside.selling),
      ],
    },
    {
      title: "Help",
      links: [
        ...link("Contact support", mailTo(supportEmail)),
        ...link("Contact sales", mailTo(outside.salesEmail)),
        ...link("Discord", outside.discord),
        ...link("Request a Product", outside.productRequests),
        ...link("Roadmap", outside.roadmap),
      ],
    },
  ].filter(isFilled);
