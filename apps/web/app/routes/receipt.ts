import { asLine } from "@backlot/domain/kernel/characters";
import { pdfResponse } from "#app/server/pdf-response.ts";
import { getPage, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import type { Route } from "./+types/receipt";

/** Downloads the receipt of a payment as a PDF, for its owner. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requireUser(context, url);
  const { receipts } = getPage(context).store;
  const number = asLine(params.number);
  return pdfResponse((await loadOrThrow(receipts.file({ params: { number } }), url)).data);
}
