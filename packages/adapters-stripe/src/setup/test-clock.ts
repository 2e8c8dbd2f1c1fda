import { setTimeout as pause } from "node:timers/promises";
import { epochMs, instant, monthsAfter } from "@backlot/domain";
import { RehearsalFailed } from "@backlot/ports";
import type Stripe from "stripe";

/** How long to wait before calling Stripe again, in milliseconds. Test mode allows 25 calls a second. */
const BETWEEN_CALLS_MS = 500;

/** How long a renewal stays a draft, including some time to charge it, in seconds. */
const DRAFT_SECONDS = 2 * 3_600;

/** A customer in test mode whose time is controlled by a test clock. */
export interface ClockedCustomer {
  readonly id: string;
  /**
   * Advances the customer's time. Returns once everything due in that time is done. Renewals have then been charged,
   * unless `asDraft` is set.
   */
  readonly advance: (by: { readonly months?: number; readonly days?: number }, asDraft?: boolean) => Promise<void>;
}

/** Creates a customer on a new test clock. Only test mode has test clocks. */
export const makeClockedCustomer = async (
  api: Stripe,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<ClockedCustomer> => {
  const clock = await api.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1_000), name });
  const { id } = await api.customers.create({ name, email, test_clock: clock.id });
  const started = instant(clock.frozen_time * 1_000);
  let now = clock.frozen_time;
  /**
   * The time since the customer was created. Count months from the customer's creation, so that the 31st stays the 31st
   * after a shorter month.
   */
  const passed = { months: 0, days: 0 };

  const advanceTo = async (frozen_time: number): Promise<void> => {
    // Stripe refuses to advance a clock to its own time.
    if (frozen_time <= now) return;
    let { status } = await api.testHelpers.testClocks.advance(clock.id, { frozen_time });
    while (status === "advancing") {
      await pause(BETWEEN_CALLS_MS);
      ({ status } = await api.testHelpers.testClocks.retrieve(clock.id));
    }
    if (status !== "ready")
      throw new RehearsalFailed(`Stripe's test clock should be ready, but its state is ${status}.`);
    now = frozen_time;
  };

  return {
    id,
    advance: async ({ months = 0, days = 0 }, asDraft = false) => {
      passed.months += months;
      passed.days += days;
      await advanceTo(epochMs(monthsAfter(started, passed.months)) / 1_000 + passed.days * 86_400);
      if (!asDraft) await advanceTo(now + DRAFT_SECONDS);
    },
  };
};
