import type { MetaDescriptor } from "react-router";
import { SITE_TITLE, pageTitle } from "./page-title.ts";

/** What a page that everybody may find says of itself. (SHL-06) */
export interface PublicPage {
  /** Without the shop's name, which is put behind it; null for the first page, whose title is the shop's own. */
  readonly title: string | null;
  readonly description: string;
  /** Its one address, without the site. */
  readonly path: string;
  readonly keywords?: readonly string[];
  /** The path of a picture of what it is about. */
  readonly image?: string | undefined;
  readonly type?: "website" | "product" | "article";
}

/**
 * Title, description, keywords, canonical address and social tags of a page that everybody may find. Its loader makes
 * them, so that the browser needs none of it. (SHL-06)
 */
export const publicMeta = (siteUrl: string, page: PublicPage): readonly MetaDescriptor[] => {
  const { title, description, path, keywords = [], image, type = "website" } = page;
  const address = `${siteUrl}${path}`;
  return [
    { title: title === null ? SITE_TITLE : pageTitle(title) },
    { name: "description", content: description },
    ...(keywords.length === 0 ? [] : [{ name: "keywords", content: keywords.join(", ") }]),
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: "Backlot" },
    { property: "og:type", content: type },
    { property: "og:title", content: title ?? SITE_TITLE },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    ...(image === undefined ? [] : [{ property: "og:image", content: `${siteUrl}${image}` }]),
    { name: "twitter:card", content: image === undefined ? "summary" : "summary_large_image" },
  ];
};
