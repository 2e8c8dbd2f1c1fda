import { isGuestPage, linkOf, requireOwnOrder } from "#features/orders/order.server.ts";
import { pdfResponse } from "#app/server/pdf-response.ts";
import { getPage, loadOrThrow, requireUser } from "#app/server/store.server.ts";
import type { Route } from "./+types/order-receipt";

/** Downloads the receipt of an order as a PDF, for its buyer. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = getPage(context);
  if (!isGuestPage(url)) await requireUser(context, url);
  const { id } = await requireOwnOrder(page, params.id, url);
  const link = linkOf(url);
  const request = { params: { id }, query: link === null ? {} : { link } };
  return pdfResponse((await loadOrThrow(page.store.orders.receipt(request), url)).data);
}
