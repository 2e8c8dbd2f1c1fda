import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Wire } from "./errors.ts";

/** The health check. Fails if the database doesn't respond. */
export class Health extends HttpApiGroup.make("health").add(
  HttpApiEndpoint.get("check", "/health", {
    success: Schema.Struct({ status: Schema.Literal("ok") }),
    error: [Wire.unavailable],
  }),
) {}
