import type { Route } from "../api.ts";
import type { Collection } from "../billing/collection.ts";
import type { Invoicing } from "../billing/invoicing.ts";
import { badState } from "../errors.ts";
import { bool, int, mergeMetadata, str } from "../form.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { makeInvoiceItem } from "../objects/invoice-item.ts";
import { subscriptionOf } from "../objects/invoice.ts";
import type { StripeState } from "../state.ts";

/** Adds the routes for invoices and invoice items. */
export const invoiceRoutes =
  (state: StripeState, { voidInvoice }: Invoicing, { collect }: Collection) =>
  (route: Route): void => {
    route("post", "/v1/invoiceitems", ({ form }) => {
      const customer = state.get("customer", str(form["customer"]) ?? "", "customer");
      return state.put(
        makeInvoiceItem(state.now(), {
          customer: customer.id,
          subscription: str(form["subscription"]) ?? null,
          amount: int(form["amount"]) ?? 0,
          currency: str(form["currency"]) ?? "usd",
          description: str(form["description"]) ?? null,
          metadata: mergeMetadata({}, form["metadata"]),
        }),
      );
    });
    route("get", "/v1/invoiceitems", ({ form }) => {
      const pendingOnly = form["pending"] === "true";
      const all = state
        .all("invoiceitem")
        .filter((each) => each.customer === str(form["customer"]) && (!pendingOnly || each.invoice === null));
      return pageOf("/v1/invoiceitems", all, pageQuery(form));
    });
    route("delete", "/v1/invoiceitems/:id", ({ id }) => {
      const item = state.get("invoiceitem", id);
      if (item.invoice !== null) throw badState("invoice_item_attached", "The invoice item is on an invoice already.");
      state.remove(id);
      return { id, object: "invoiceitem", deleted: true };
    });

    route("get", "/v1/invoices", ({ form }) => {
      const subscription = str(form["subscription"]);
      // Listing the invoices of an unknown subscription is an error. It doesn't return an empty list.
      if (subscription !== undefined) state.get("subscription", subscription, "subscription");
      const all = state
        .all("invoice")
        .filter((each) => subscription === undefined || subscriptionOf(each) === subscription);
      return pageOf("/v1/invoices", all, pageQuery(form));
    });
    route("get", "/v1/invoices/:id", ({ id }) => state.get("invoice", id));
    // The store only changes whether Stripe opens and collects the invoice automatically.
    route("post", "/v1/invoices/:id", ({ id, form }) => {
      const invoice = state.get("invoice", id);
      if (invoice.status !== "draft" && invoice.status !== "open")
        throw badState("invoice_not_editable", `The invoice is ${invoice.status ?? "closed"}, so it can't be changed.`);
      invoice.auto_advance = bool(form["auto_advance"]) ?? invoice.auto_advance ?? false;
      if (!invoice.auto_advance) {
        invoice.automatically_finalizes_at = null;
        invoice.next_payment_attempt = null;
      }
      state.emit("invoice.updated", invoice);
      return invoice;
    });
    route("post", "/v1/invoices/:id/pay", ({ id, form }) => {
      const invoice = state.get("invoice", id);
      if (invoice.status !== "open")
        throw badState("invoice_not_open", `Invoice is already ${invoice.status ?? "closed"}`);
      collect(invoice, str(form["payment_method"]), { offSession: bool(form["off_session"]) ?? true });
      return invoice;
    });
    route("post", "/v1/invoices/:id/void", ({ id }) => {
      const invoice = state.get("invoice", id);
      if (invoice.status !== "open") {
        const status = invoice.status ?? "closed";
        throw badState("invoice_not_open", `You can only void an open invoice; this one is ${status}.`);
      }
      voidInvoice(invoice);
      return invoice;
    });
  };
