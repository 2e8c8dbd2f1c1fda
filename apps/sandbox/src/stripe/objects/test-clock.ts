import type Stripe from "stripe";
import { newId } from "../ids.ts";

const THIRTY_DAYS = 30 * 86_400;

/** Creates a test clock at a time in Unix seconds. */
export const makeTestClock = (frozen_time: number): Stripe.TestHelpers.TestClock => ({
  id: newId("clock"),
  object: "test_helpers.test_clock",
  created: frozen_time,
  deletes_after: frozen_time + THIRTY_DAYS,
  frozen_time,
  livemode: false,
  name: null,
  status: "ready",
  status_details: {},
});
