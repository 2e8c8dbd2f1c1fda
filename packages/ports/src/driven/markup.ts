/** HTML that people write, made safe to show. (SHL-05) */
export interface Markup {
  /**
   * Keeps the tags that a notification may have, with links to paths of the store, sites and mails, and the text of
   * other tags but of scripts, styles and fields.
   */
  readonly clean: (html: string) => string;
}
