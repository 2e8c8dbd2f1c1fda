import { ARTICLE_TAGS, NOTIFICATION_TAGS } from "@backlot/domain";
import type { Markup } from "@backlot/ports";
import { Marked } from "marked";
import sanitize from "sanitize-html";

/** Whole addresses of sites and mails, and paths of the store: any other one leads elsewhere from each page. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

/** A picture of the store: pages show no others. */
const OWN_PICTURE = /^\/media\/[\w.-]+$/;

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

/** The article's title is the page's heading: those in its text are below it. */
const markdown = new Marked({
  gfm: true,
  async: false,
  walkTokens: (token) => {
    if (token.type === "heading") token.depth = Math.min(4, Math.max(2, token.depth));
  },
});

/** HTML and Markdown as staff may write them, by sanitize-html and marked. */
export const safeMarkup: Markup = {
  clean: (html) =>
    sanitize(html.replaceAll(BLOCKS, " $&"), {
      ...LINKS,
      allowedTags: [...NOTIFICATION_TAGS],
      allowedAttributes: { a: ["href"] },
    })
      .replaceAll(/ +/g, " ")
      .trim(),
  ofMarkdown: (source) =>
    sanitize(markdown.parse(source, { async: false }), {
      ...LINKS,
      allowedTags: [...ARTICLE_TAGS],
      allowedAttributes: { a: ["href"], img: ["src", "alt"] },
    }).trim(),
};
