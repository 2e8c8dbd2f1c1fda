import type { Route } from "../api.ts";
import { badState } from "../errors.ts";
import { int } from "../form.ts";
import { makeTestClock } from "../objects/test-clock.ts";
import type { StripeState } from "../state.ts";

/**
 * Adds the routes for test clocks. The sandbox has only one clock: every test clock starts at its time, and advancing
 * one advances everything.
 */
export const testClockRoutes =
  (state: StripeState, advanceTo: (moment: number) => void) =>
  (route: Route): void => {
    route("post", "/v1/test_helpers/test_clocks", () => state.put(makeTestClock(state.now())));
    route("get", "/v1/test_helpers/test_clocks/:id", ({ id }) => state.get("test_helpers.test_clock", id));
    route("post", "/v1/test_helpers/test_clocks/:id/advance", ({ id, form }) => {
      const clock = state.get("test_helpers.test_clock", id);
      const to = int(form["frozen_time"]) ?? 0;
      if (to <= clock.frozen_time) throw badState("test_clock_behind", "A test clock can only be advanced.");
      advanceTo(to);
      const advanced = state.get("test_helpers.test_clock", id);
      advanced.frozen_time = to;
      return advanced;
    });
  };
