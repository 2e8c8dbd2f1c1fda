import { NOTIFICATION_TAGS } from "@backlot/domain";
import type { Markup } from "@backlot/ports";
import sanitize from "sanitize-html";

/** HTML as staff may write it, by sanitize-html. */
export const safeMarkup: Markup = {
  clean: (html) =>
    sanitize(html, {
      allowedTags: [...NOTIFICATION_TAGS],
      allowedAttributes: { a: ["href"] },
      allowedSchemes: ["http", "https", "mailto"],
      allowProtocolRelative: false,
    }).trim(),
};
