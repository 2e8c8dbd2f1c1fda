import { PROVIDER_NAMES, longDate } from "@backlot/domain";
import type { CustomerView } from "@backlot/ports";

type CustomerDispute = CustomerView["disputes"][number];

/** Returns a dispute's provider, dates, and outcome as text. */
export const disputeText = ({ dispute_id, provider, status, opened_at, closed_at }: CustomerDispute): string => {
  const where = `at ${PROVIDER_NAMES[provider]} since ${longDate(opened_at)}, ${dispute_id}`;
  const day = closed_at === null ? "" : ` on ${longDate(closed_at)}`;
  if (status === "won") return `${where}: won${day}, payment kept`;
  return status === "lost" ? `${where}: lost${day}, purchase revoked` : where;
};
