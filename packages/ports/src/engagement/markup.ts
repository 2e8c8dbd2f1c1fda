import * as Context from "effect/Context";
/** Turns authored text into safe HTML. */
export interface Markup {
  /** Sanitizes a notification's HTML: keeps allowed tags, and links to store pages, websites, and email addresses. */
  readonly clean: (html: string) => string;
  /**
   * Renders an article's Markdown to HTML with only allowed tags and the store's own images. Raw HTML becomes text.
   * `unusable` lists the URLs that an article can't link to or show.
   */
  readonly ofMarkdown: (markdown: string) => { readonly html: string; readonly unusable: readonly string[] };
}

export const Markup = Context.Service<Markup>("backlot/Markup");
