import { ARTICLE_TAGS, NOTIFICATION_TAGS } from "@backlot/domain";
import type { Markup } from "@backlot/ports";
import MarkdownIt, { type Token } from "markdown-it";
import sanitize from "sanitize-html";

/**
 * Matches usable links: absolute web and email addresses, and absolute paths of the store. A relative link would break
 * on some pages.
 */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

/** Matches a picture in the store's media folder. Pages show no other pictures. */
const OWN_PICTURE = /^\/media\/[\w-]+(?:\.[\w-]+)*$/;

/** Matches block-level tags. When they are stripped, a space separates their text from the preceding text. */
const BLOCKS = /<\/?(?:p|div|li|ul|ol|h[1-6]|tr|td|section|blockquote)\b/gi;

const LINKS: sanitize.IOptions = {
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  // A link without a usable address keeps its text. A picture from another site is removed.
  exclusiveFilter: ({ tag, attribs: { href = "", src = "" } }) => {
    if (tag === "a" && !LEADS_SOMEWHERE.test(href.trim())) return "excludeTag";
    return tag === "img" && !OWN_PICTURE.test(src);
  },
};

/** The Markdown parser. It escapes HTML, so pages show it as typed and never run it. */
const markdown = new MarkdownIt({ html: false });

/** Returns all tokens, including nested inline ones, as a flat list. */
const everyToken = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token) => [token, ...everyToken(token.children ?? [])]);

/** Returns a list with a link's or picture's address if pages can't use it, otherwise an empty list. */
const unusableAddress = (token: Token): readonly string[] => {
  const isLink = token.type === "link_open";
  if (!isLink && token.type !== "image") return [];
  const address = String(token.attrGet(isLink ? "href" : "src") ?? "");
  return (isLink ? LEADS_SOMEWHERE : OWN_PICTURE).test(address) ? [] : [address];
};

/** Sanitizes HTML and Markdown from staff with sanitize-html and markdown-it. */
export const safeMarkup: Markup = {
  clean: (html) =>
    sanitize(html.replaceAll(BLOCKS, " $&"), {
      ...LINKS,
      allowedTags: [...NOTIFICATION_TAGS],
      allowedAttributes: { a: ["href"] },
    })
      .replaceAll(/ +/g, " ")
      .trim(),
  ofMarkdown: (source) => {
    const tokens = markdown.parse(source, {});
    const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
    // The article's title is the page's h1, so move the text's own headings one level down.
    const shift = headings.some(({ tag }) => tag === "h1") ? 1 : 0;
    for (const heading of headings) heading.tag = `h${Math.min(4, Number(heading.tag.slice(1)) + shift)}`;
    const all = everyToken(tokens);
    for (const token of all) if (token.type === "image") token.attrSet("loading", "lazy");
    const html = sanitize(markdown.renderer.render(tokens, markdown.options, {}), {
      ...LINKS,
      allowedTags: [...ARTICLE_TAGS],
      allowedAttributes: { a: ["href"], img: ["src", "alt", "loading"], ol: ["start"] },
    }).trim();
    return { html, unusable: all.flatMap(unusableAddress) };
  },
};
