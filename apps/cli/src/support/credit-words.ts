import { collectionOfReference } from "@backlot/domain";
import type { CustomerView } from "@backlot/ports";

/** What each kind of credits is called. */
export const LOT_NAMES: Readonly<Record<CustomerView["credit_lots"][number]["kind"], string>> = {
  plan: "from the plan",
  pack: "purchased",
  legacy: "legacy",
  grant: "from support",
};

/** Returns what a credit entry is about: the name of what was bought, or the reference of a payment or an action. */
export const aboutEntry = ({ spent_on }: CustomerView, reference: string): string => {
  const id = collectionOfReference(reference);
  return spent_on.find(({ collection_id }) => collection_id === id)?.name ?? reference;
};
