/** The advice for each kind of fault that a check of the store's records can find. */
export const FAULT_ADVICE = {
  charged_twice: "Refund one of the payments at its provider. The customer keeps what they bought.",
  payment_unaccounted:
    "Compare the payment at its provider with the customer's credits and items. Grant or refund the difference.",
  payment_differs: "Refund the difference with backlot payments refund.",
  receipt_differs: "Tell the customer the amount that was charged. Report this to the store's developers.",
  record_unreadable: "Something outside the store changed these records. Restore them from a backup, or report this.",
  order_without_goods: "Grant the credits manually, or refund the order.",
  goods_without_payment: "Find out who added these items or credits. Report this to the store's developers.",
  items_unaccounted: "Compare the order's items with its refunds. Refund the item that the customer is missing.",
  order_overdue: "Check that background jobs are running. The payment provider may not be responding for this order.",
  credits_do_not_add_up:
    "Something outside the store changed these credits. Restore them from a backup, or report this.",
  credits_unfunded: "The credits are worth more than the money behind them. Report this to the store's developers.",
  loss_unlisted: "backlot money list is missing this loss. Report this to the store's developers.",
  license_below_minimum: "Ask the customer to choose a plan with at least that license, or lower the minimum license.",
  plan_past_its_period:
    "Look up the subscription at its provider. If it renewed there, check that background jobs are running.",
  plan_unknown_to_provider: "Look up the subscription at its provider. Cancel the plan here, or restore it there.",
  renewal_differs: "Correct the next invoice at the provider before it is billed.",
  account_credit_differs: "Correct the customer's balance at the card provider.",
  refund_failed: "Pay the customer another way, such as by bank transfer. Then run backlot payments settle.",
  refund_late: "Check that background jobs are running and the provider is responding.",
  refund_unconfirmed:
    "Don't refund it again. Look up the refund at its provider. If it succeeded there, the customer's bank can find " +
    "it by its reference.",
  code_used_too_often: "End the code, or raise its limit.",
  event_missed:
    "Check that background jobs are running and webhooks arrive. The store fetches missed events automatically.",
  email_refused:
    "Ask the customer for another address, or fix the mail server. Then resend the email with backlot emails retry.",
  provider_unreachable:
    "Check that the provider is up and its keys are valid, then run this again. Its records weren't compared.",
  files_missing:
    "Import it again with its files (backlot catalog import), or withdraw it from sale (backlot catalog withdraw).",
  sold_file_missing:
    "Import its collection again with the file. If the file is lost, refund the buyers and return their spent credits.",
  job_failing: "Check the error and the store's logs for this job. The job retries automatically.",
  job_overdue: "Check that the store's process is running, and check its logs for this job.",
  price_list_wrong: "Correct the price list and import it again.",
} as const;

/** The kind of a fault. */
export type FaultCode = keyof typeof FAULT_ADVICE;

/** Returns the fault for a provider that can't be reached, such as "stripe". */
export const unreachableFault = (provider: string): Fault => ({
  code: "provider_unreachable",
  about: provider,
  says: "The provider isn't responding.",
});

/** All kinds of faults. */
export const FAULT_CODES = Object.keys(FAULT_ADVICE) as readonly FaultCode[];

/** A fault in the store's records. `about` names the payment, order, lot, or other record. */
export interface Fault {
  readonly code: FaultCode;
  readonly about: string;
  /** A sentence that describes the fault. */
  readonly says: string;
}
