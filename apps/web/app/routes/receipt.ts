import { isGuestPage, requireOwnOrder } from "#app/order.server.ts";
import { getPage, requireUser } from "#app/store.server.ts";
import type { Route } from "./+types/receipt";

/** The receipt of an order as a PDF, for its buyer. (ORD-06) */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = getPage(context);
  if (!isGuestPage(url)) await requireUser(context, url);
  const order = await requireOwnOrder(page, params.id, url);
  // Only who asks for a receipt loads what draws it.
  const { renderReceipt } = await import("#app/receipt.server.tsx");
  const { seller, supportEmail } = page.shop;
  const pdf = await renderReceipt({ order, seller, supportEmail });
  return new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="receipt-${order.id}.pdf"`,
      "cache-control": "private, no-store",
    },
  });
}
