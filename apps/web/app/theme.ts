/** The color themes. Dark is the default, because artists work in dark rooms. */
export type Theme = "dark" | "light";

/** Returns the theme in a request's cookies. */
export const themeOf = (cookies: string | null): Theme =>
  /(?:^|;\s*)theme=light(?:;|$)/.test(cookies ?? "") ? "light" : "dark";
