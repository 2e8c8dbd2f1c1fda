/** HTML that people write, made safe to show. (SHL-05) */
export interface Markup {
  /** Leaves the tags that a notification may have, with links that lead to pages, sites and mails; text stays. */
  readonly clean: (html: string) => string;
}
