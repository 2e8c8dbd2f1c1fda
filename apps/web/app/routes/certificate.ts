import { getPage, loadOrThrow, requireUser } from "#app/store.server.ts";
import type { Route } from "./+types/certificate";

/** Downloads a license certificate for its owner. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requireUser(context, url);
  const { certificates } = getPage(context).store;
  const number = params.number.slice(0, 200);
  const { data: file } = await loadOrThrow(certificates.file({ params: { number } }), url);
  return new Response(new Uint8Array(Buffer.from(file.pdf, "base64")), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${file.file_name}"`,
      "cache-control": "private, no-store",
    },
  });
}
