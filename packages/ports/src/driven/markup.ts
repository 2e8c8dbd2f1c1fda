import * as Context from "effect/Context";
/** What people write, made into HTML that is safe to show. (SHL-03, SHL-05) */
export interface Markup {
  /** Of HTML: leaves the tags that a notification may have, with links that lead to pages, sites and mails. */
  readonly clean: (html: string) => string;
  /**
   * Of Markdown: the tags that an article may have, the store's own pictures, HTML as text. `unusable` are addresses
   * that pages can't lead to or show.
   */
  readonly ofMarkdown: (markdown: string) => { readonly html: string; readonly unusable: readonly string[] };
}

/** The HTML and Markdown sanitizer. */
export const Markup = Context.Service<Markup>("backlot/Markup");
