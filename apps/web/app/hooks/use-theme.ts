import { useEffect, useState } from "react";
import type { PageTheme, Theme } from "#app/browser/theme.ts";

/** Returns the theme that the visitor sees. Before the page has mounted, the system theme counts as dark. */
export const useTheme = (theme: PageTheme): Theme => {
  const [system, setSystem] = useState<Theme>("dark");
  useEffect(() => {
    const light = window.matchMedia("(prefers-color-scheme: light)");
    const note = (): void => setSystem(light.matches ? "light" : "dark");
    note();
    light.addEventListener("change", note);
    return () => light.removeEventListener("change", note);
  }, []);
  return theme === "system" ? system : theme;
};
