import { isGuestPage, requireOwnOrder } from "#app/order.server.ts";
import { getPage, requireUser } from "#app/store.server.ts";
import type { Route } from "./+types/receipt";

/** Downloads an order's receipt as a PDF, for its buyer. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = getPage(context);
  if (!isGuestPage(url)) await requireUser(context, url);
  const order = await requireOwnOrder(page, params.id, url);
  // Load the PDF renderer only when a receipt is requested.
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
