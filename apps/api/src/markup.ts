import { ARTICLE_TAGS, NOTIFICATION_TAGS } from "@backlot/domain";
import type { Markup } from "@backlot/ports";
import MarkdownIt, { type Token } from "markdown-it";
import sanitize from "sanitize-html";

/** Whole addresses of sites and mails, and paths of the store: any other one leads elsewhere from each page. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

/** A picture of the store: pages show no others. */
const OWN_PICTURE = /^\/media\/[\w-]+(?:\.[\w-]+)*$/;

/** What begins a line of its own; its text stays, apart from what is before it. */
const BLOCKS = /<\/?(?:p|div|li|ul|ol|h[1-6]|tr|td|section|blockquote)\b/gi;

const LINKS: sanitize.IOptions = {
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  // Without an address it is no link: its text stays. A picture of another site is left out.
  exclusiveFilter: ({ tag, attribs: { href = "", src = "" } }) => {
    if (tag === "a" && !LEADS_SOMEWHERE.test(href.trim())) return "excludeTag";
    return tag === "img" && !OWN_PICTURE.test(src);
  },
};

/** HTML in a text is shown as it was typed: nothing of it is lost, and nothing of it is run. */
const markdown = new MarkdownIt({ html: false });

/** All tokens of a text, those within its lines too. */
const everyToken = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token) => [token, ...everyToken(token.children ?? [])]);

/** The address that a token leads to or shows, where pages can't. */
const unusableAddress = (token: Token): readonly string[] => {
  const isLink = token.type === "link_open";
  if (!isLink && token.type !== "image") return [];
  const address = String(token.attrGet(isLink ? "href" : "src") ?? "");
  return (isLink ? LEADS_SOMEWHERE : OWN_PICTURE).test(address) ? [] : [address];
};

/** HTML and Markdown as staff may write them, by sanitize-html and markdown-it. */
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
    // The article's title is the page's heading: those in its text are below it.
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
