import type { MetaDescriptor } from "react-router";
import { SITE_TITLE, pageTitle } from "./page-title.ts";

/** The metadata of a public page. */
export interface PublicPage {
  /** The title without the store's name, which is appended. Null for the home page, which uses the store's title. */
  readonly title: string | null;
  readonly description: string;
  /** The path of the canonical URL. */
  readonly path: string;
  readonly keywords?: readonly string[];
  /** The path of the preview image. */
  readonly image?: string | undefined;
  readonly type?: "website" | "product" | "article";
}

/**
 * Returns the title, description, keywords, canonical URL, and social tags of a public page. Loaders call it, so that
 * the browser doesn't load this code.
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
