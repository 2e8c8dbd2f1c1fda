/** What people write, made into HTML that is safe to show. (SHL-03, SHL-05) */
export interface Markup {
  /** Of HTML: leaves the tags that a notification may have, with links that lead to pages, sites and mails. */
  readonly clean: (html: string) => string;
  /** Of Markdown: leaves the tags that an article may have, and the store's own pictures. */
  readonly ofMarkdown: (markdown: string) => string;
}
