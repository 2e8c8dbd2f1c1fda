import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Wire } from "./errors.ts";

/**
 * The health checks. `check` reports whether the store is ready: it fails if the database doesn't respond or the
 * process is stopping. `live` reports only that the process is running.
 */
export class Health extends HttpApiGroup.make("health").add(
  /** Reports whether the store and its database respond. */
  HttpApiEndpoint.get("check", "/health", {
    success: Schema.Struct({ status: Schema.Literal("ok") }),
    error: [Wire.unavailable],
  }),
  /** Reports whether the process responds, without checking the database. */
  HttpApiEndpoint.get("live", "/health/live", {
    success: Schema.Struct({ status: Schema.Literal("ok") }),
  }),
) {}
