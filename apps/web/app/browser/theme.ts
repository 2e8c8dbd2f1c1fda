/** The color themes that a visitor can choose. */
export type Theme = "dark" | "light";

/** The theme of a page. "system" follows the visitor's system, for visitors who haven't chosen a theme. */
export type PageTheme = Theme | "system";

/** Returns the theme in a request's cookies. */
export const themeOf = (cookies: string | null): PageTheme => {
  const chosen = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies ?? "")?.[1];
  return chosen === "light" || chosen === "dark" ? chosen : "system";
};
