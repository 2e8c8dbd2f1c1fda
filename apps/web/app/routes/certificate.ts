import { asLine } from "@backlot/domain/kernel/characters";
import { pdfResponse } from "#app/server/pdf-response.ts";
import { getPage, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import type { Route } from "./+types/certificate";

/** Downloads a license certificate for its owner. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requireUser(context, url);
  const { certificates } = getPage(context).store;
  const number = asLine(params.number);
  return pdfResponse((await loadOrThrow(certificates.file({ params: { number } }), url)).data);
}
