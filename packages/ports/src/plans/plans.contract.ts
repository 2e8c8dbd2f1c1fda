import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { PlanVariant } from "@backlot/domain/plans/plan.schema";
import { Wire } from "../driving/errors.ts";
import { Cacheable, Id, LicenseQuery, RequestValidation } from "../driving/shared.ts";

/** Plans priced for one license. */
export class PlanVariants extends HttpApiGroup.make("planVariants")
  .add(
    /** Lists the plans for sale, with their prices under a license. */
    HttpApiEndpoint.get("list", "/plan_variants", {
      query: LicenseQuery,
      success: Schema.Array(PlanVariant),
    }).annotate(Cacheable, true),
    /** Returns a plan with its price under a license. */
    HttpApiEndpoint.get("get", "/plan_variants/:id", {
      params: { id: Id },
      query: LicenseQuery,
      success: PlanVariant,
      error: [Wire.notFound, Wire.conflict],
    }).annotate(Cacheable, true),
  )
  .middleware(RequestValidation) {}
