/** The two looks of the shop; dark where nobody chose, since artists work in dark rooms. */
export type Theme = "dark" | "light";

/** The theme that a request's cookies ask for. */
export const themeOf = (cookies: string | null): Theme =>
  /(?:^|;\s*)theme=light(?:;|$)/.test(cookies ?? "") ? "light" : "dark";
