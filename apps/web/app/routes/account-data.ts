import { getPage, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import type { Route } from "./+types/account-data";

/** Downloads the account's data export. */
export async function loader({ context, url }: Route.LoaderArgs) {
  await requireUser(context, url);
  const { data } = await loadOrThrow(getPage(context).store.users.export(), url);
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": 'attachment; filename="my-data.json"',
      "cache-control": "private, no-store",
    },
  });
}
