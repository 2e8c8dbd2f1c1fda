import { getPage } from "#app/server/store.server.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/robots";

/** Paths that search engines should not crawl: private pages and actions. */
const CLOSED = ["/api/", "/accounts/", "/checkout", "/cart", "/orders", "/users/", "/files/", "/instant-purchase"];

/** Serves robots.txt. */
export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(
    [
      "User-agent: *",
      ...CLOSED.map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${getPage(context).shop.siteUrl}${paths.sitemap}`,
      "",
    ].join("\n"),
    { headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" } },
  );
