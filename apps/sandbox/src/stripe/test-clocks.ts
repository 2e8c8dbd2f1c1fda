import type Stripe from "stripe";
import { badState } from "./errors.ts";
import { makeTestClock } from "./factories.ts";
import { int } from "./form.ts";
import type { Route } from "./routes.ts";
import type { State } from "./state.ts";

/** Test clocks. The sandbox has one time for everyone: a test clock that is advanced takes the whole sandbox along. */
export const testClockRoutes =
  (state: State, advanceTo: (moment: number) => void) =>
  (route: Route): void => {
    route("post", "/v1/test_helpers/test_clocks", ({ form }) =>
      state.put(makeTestClock(int(form["frozen_time"]) ?? state.now())),
    );
    route("get", "/v1/test_helpers/test_clocks/:id", ({ id }) =>
      state.get<Stripe.TestHelpers.TestClock>("test_helpers.test_clock", id),
    );
    route("post", "/v1/test_helpers/test_clocks/:id/advance", ({ id, form }) => {
      const known = state.get<Stripe.TestHelpers.TestClock>("test_helpers.test_clock", id);
      const to = int(form["frozen_time"]) ?? 0;
      if (to < known.frozen_time) throw badState("test_clock_behind", "A test clock can only be advanced.");
      advanceTo(to);
      return Object.assign(state.get<Stripe.TestHelpers.TestClock>("test_helpers.test_clock", id), {
        frozen_time: to,
        status: "ready",
      });
    });
  };
