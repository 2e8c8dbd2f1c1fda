import { setTimeout as pause } from "node:timers/promises";
import { epochMs, instant, renewalDate } from "@backlot/domain";
import type Stripe from "stripe";

/** How long to wait before Stripe is asked again, in milliseconds. Test mode allows 25 calls a second. */
const BETWEEN_CALLS_MS = 500;

/** How long a renewal stays a draft, with some time to charge it, in seconds. */
const DRAFT_SECONDS = 2 * 3_600;

/** A customer in test mode whose time a test clock keeps. */
export interface ClockedCustomer {
  readonly id: string;
  /**
   * Advances the customer's time. Returns once everything that was due is done, and the renewals of that time are
   * charged, unless `asDraft` is set.
   */
  readonly advance: (by: { readonly months?: number; readonly days?: number }, asDraft?: boolean) => Promise<void>;
}

/** Creates a customer on a new test clock. Only test mode has such clocks. */
export const makeClockedCustomer = async (
  api: Stripe,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<ClockedCustomer> => {
  const clock = await api.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1_000), name });
  const { id } = await api.customers.create({ name, email, test_clock: clock.id });
  let now = clock.frozen_time;

  const advanceTo = async (frozen_time: number): Promise<void> => {
    let { status } = await api.testHelpers.testClocks.advance(clock.id, { frozen_time });
    while (status === "advancing") {
      await pause(BETWEEN_CALLS_MS);
      ({ status } = await api.testHelpers.testClocks.retrieve(clock.id));
    }
    if (status !== "ready") throw new Error(`Stripe's test clock failed: ${status}`);
    now = frozen_time;
  };

  return {
    id,
    advance: async ({ months = 0, days = 0 }, asDraft = false) => {
      let to = instant((now + days * 86_400) * 1_000);
      for (let month = 0; month < months; month += 1) to = renewalDate(to, "month");
      await advanceTo(epochMs(to) / 1_000);
      if (!asDraft) await advanceTo(now + DRAFT_SECONDS);
    },
  };
};
