import type { MetaDescriptor, RouterContextProvider } from "react-router";
import { titleOf } from "#ui/page-title.ts";
import { getPage, readSettings } from "./store.server.ts";

/** The metadata of a public page. */
interface PublicPage {
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
export const publicMeta = async (
  context: Readonly<RouterContextProvider>,
  url: URL,
  page: PublicPage,
): Promise<readonly MetaDescriptor[]> => {
  const { title, description, path, keywords = [], image, type = "website" } = page;
  const { siteUrl } = getPage(context).shop;
  const { shop } = await readSettings(context, url);
  const address = `${siteUrl}${path}`;
  return [
    { title: title === null ? shop.title : titleOf(title, shop.name) },
    { name: "description", content: description },
    ...(keywords.length === 0 ? [] : [{ name: "keywords", content: keywords.join(", ") }]),
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: shop.name },
    { property: "og:type", content: type },
    { property: "og:title", content: title ?? shop.title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    ...(image === undefined ? [] : [{ property: "og:image", content: `${siteUrl}${image}` }]),
    { name: "twitter:card", content: image === undefined ? "summary" : "summary_large_image" },
  ];
};
