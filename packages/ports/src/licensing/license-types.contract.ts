import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { LicenseTypeRow } from "@backlot/domain/licensing/license.schema";
import { RequestValidation } from "../driving/shared.ts";

/** The license table: all six licenses, from lowest to highest. */
export class LicenseTypes extends HttpApiGroup.make("licenseTypes")
  .add(
    /** Lists the six licenses, with their price factors. */
    HttpApiEndpoint.get("list", "/license_types", { success: Schema.Array(LicenseTypeRow) }),
  )
  .middleware(RequestValidation) {}
