import { collectionOfReference, orderIdStart, shortOrderId, sourcePayment } from "@backlot/domain";
import type { CustomerView } from "@backlot/ports";

/** The display names of credit kinds. */
export const LOT_NAMES: Readonly<Record<CustomerView["credit_lots"][number]["kind"], string>> = {
  plan: "from the plan",
  pack: "purchased",
  legacy: "legacy",
  grant: "from support",
};

/**
 * Returns the subject of a credit entry: the name of what was bought, a receipt's number, or who granted the credits.
 */
export const aboutEntry = ({ spent_on, receipts }: CustomerView, reference: string): string => {
  const id = collectionOfReference(reference);
  const bought = spent_on.find(({ collection_id }) => collection_id === id)?.name;
  const receipt = receipts.find(({ payment_id }) => payment_id === sourcePayment(reference))?.number;
  if (bought !== undefined || receipt !== undefined) return bought ?? receipt ?? "";
  if (reference.startsWith("support:")) return "support";
  if (reference.startsWith("refund:")) return "a refund";
  return orderIdStart(reference) === null ? reference : `order ${shortOrderId(reference)}`;
};
