import { Channel, Scope } from "@backlot/domain/accounts/channel.schema";
import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { Wire } from "../driving/errors.ts";
import { Text, data } from "../driving/shared.ts";
import { ACTOR, words } from "../driving/staff.ts";

/** Operations for channels: the programs that can request access to customers' accounts. */
export const CHANNELS = [
  /** Lists the channels, oldest first. */
  HttpApiEndpoint.get("channels", "/support/channels", { success: data(Schema.Array(Channel)) }),
  /** Adds a channel. Its ID is the `client_id` of its requests. */
  HttpApiEndpoint.post("addChannel", "/support/channels", {
    payload: Schema.Struct({
      /** The name shown to customers when the program requests access. */
      name: words(60),
      /** The scopes that the program can request. */
      scopes: Schema.Array(Scope).check(Schema.isMinLength(1), Schema.isUnique()),
      ...ACTOR,
    }),
    success: data(Channel),
  }),
  /** Removes a channel. All its tokens stop working immediately. */
  HttpApiEndpoint.delete("removeChannel", "/support/channels/:id", {
    params: { id: Text },
    query: ACTOR,
    success: HttpApiSchema.NoContent,
    error: Wire.notFound,
  }),
] as const;
