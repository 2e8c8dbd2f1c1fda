import type { Route } from "../api.ts";
import type { PayPalDisputes } from "../disputes.ts";
import { PayPalError } from "../errors.ts";

/** Adds the route that retrieves a dispute. */
export const disputeRoutes =
  (disputes: PayPalDisputes) =>
  (route: Route): void => {
    route("get", "/v1/customer/disputes/:id", ({ id }) => {
      const dispute = disputes.read(id);
      if (dispute === null) throw new PayPalError(404, "INVALID_RESOURCE_ID");
      return dispute;
    });
  };
