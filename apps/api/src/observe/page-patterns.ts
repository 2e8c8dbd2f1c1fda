/** A web app route: its path relative to its parent, with parameters such as ":slug". */
export interface RouteFacts {
  readonly path?: string | undefined;
  readonly parentId?: string | undefined;
}

type Routes = Readonly<Record<string, RouteFacts | undefined>>;

const fullPath = (routes: Routes, route: RouteFacts): string => {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return [parent === undefined ? "" : fullPath(routes, parent), route.path ?? ""].filter(Boolean).join("/");
};

/**
 * Returns a function that finds the pattern of a page's path, such as "/collections/:slug" for "/collections/fire", so
 * that logs and metrics contain no visitor's data. Paths without parameters take precedence.
 */
export const pagePatterns = (routes: Routes): ((path: string) => string) => {
  const paths = [...new Set(Object.values(routes).flatMap((route) => (route ? [fullPath(routes, route)] : [])))];
  const variables = (path: string): number => path.split(/[:*]/).length;
  const patterns = paths
    .sort((a, b) => variables(a) - variables(b))
    .map((path) => ({
      name: `/${path}`,
      matches: new RegExp(
        `^/${path
          .replaceAll(/[.+()]/g, "\\$&")
          .replaceAll(/:[^/]+/g, "[^/]+")
          .replaceAll("*", ".*")}/?$`,
      ),
    }));
  return (path) => {
    const page = path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
    return patterns.find(({ matches }) => matches.test(page))?.name ?? "unknown";
  };
};
