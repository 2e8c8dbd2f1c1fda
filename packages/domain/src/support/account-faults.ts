import type { Instant } from "../kernel/calendar.ts";
import { type AccountRecords, fundingStateOfRecords } from "./account-records.ts";
import { creditFaults } from "./credit-faults.ts";
import type { Fault } from "./fault.ts";
import { paymentFaults } from "./payment-faults.ts";
import { planFaults } from "./plan-faults.ts";

/** Returns the fault of an account whose records can't be read, such as a lot with fewer than 0 credits. */
export const unreadableFault = (reason: string): Fault => ({
  code: "record_unreadable",
  about: "account",
  says: `The records can't be read: ${reason}.`,
});

/** Returns all faults in an account's records: its payments, credits, items, and plan must add up. Empty if they do. */
export const accountFaults = (records: AccountRecords, at: Instant): readonly Fault[] => {
  const state = fundingStateOfRecords(records);
  const { subscription, minimum } = records;
  return [
    ...paymentFaults(records, state),
    ...creditFaults(records, state),
    ...(subscription === null ? [] : planFaults(subscription, minimum, at)),
  ];
};
