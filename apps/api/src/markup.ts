import { NOTIFICATION_TAGS } from "@backlot/domain";
import type { Markup } from "@backlot/ports";
import sanitize from "sanitize-html";

/** Whole addresses of sites and mails, and paths of the store: any other one leads elsewhere from each page. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

/** What begins a line of its own; its text stays, apart from what is before it. */
const BLOCKS = /<\/?(?:p|div|li|ul|ol|h[1-6]|tr|td|section|blockquote)\b/gi;

/** HTML as staff may write it, by sanitize-html. */
export const safeMarkup: Markup = {
  clean: (html) =>
    sanitize(html.replaceAll(BLOCKS, " $&"), {
      allowedTags: [...NOTIFICATION_TAGS],
      allowedAttributes: { a: ["href"] },
      allowedSchemes: ["http", "https", "mailto"],
      allowProtocolRelative: false,
      // Without an address it is no link: its text stays.
      exclusiveFilter: ({ tag, attribs: { href = "" } }) =>
        tag === "a" && !LEADS_SOMEWHERE.test(href.trim()) ? "excludeTag" : false,
    })
      .replaceAll(/ +/g, " ")
      .trim(),
};
