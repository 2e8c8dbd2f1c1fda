import * as Context from "effect/Context";
/** Turns authored text into safe HTML. */
export interface Markup {
  /** Sanitizes a notification's HTML. Keeps its allowed tags, and links to pages, sites, and email addresses. */
  readonly clean: (html: string) => string;
  /**
   * Renders an article's Markdown with the allowed tags and the store's own pictures; raw HTML becomes text. `unusable`
   * lists the addresses that a page can't link to or show.
   */
  readonly ofMarkdown: (markdown: string) => { readonly html: string; readonly unusable: readonly string[] };
}

/** The HTML and Markdown sanitizer. */
export const Markup = Context.Service<Markup>("backlot/Markup");
