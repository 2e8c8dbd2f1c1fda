import { Form, useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import type { PageTheme } from "#app/browser/theme.ts";
import { useTheme } from "#app/hooks/use-theme.ts";

/** The button that switches to the other theme. */
export function ThemeButton({ theme, className }: { theme: PageTheme; className: string }) {
  const currentTheme = useTheme(theme);
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={paths.theme} preventScrollReset>
      <input type="hidden" name="next" value={pathname + search} />
      <input type="hidden" name="theme" value={currentTheme === "dark" ? "light" : "dark"} />
      <button type="submit" className={className}>
        {currentTheme === "dark" ? "Light theme" : "Dark theme"}
      </button>
    </Form>
  );
}
