import * as Schema from "effect/Schema";
import { Instant } from "../kernel/calendar.schema.ts";
import { SCOPES } from "./scope.ts";

/** A permission that a customer can grant an app: read the catalog, compute prices, or act for them. */
export const Scope = Schema.Literals(SCOPES);

/** A program that can request access to customers' accounts. Its ID is the `client_id` of its requests. */
export const Channel = Schema.Struct({
  id: Schema.String,
  /** The name shown to customers when the program requests access. */
  name: Schema.String,
  /** The scopes that the program can request. */
  scopes: Schema.Array(Scope),
  created_at: Instant,
}).annotate({ identifier: "Channel" });
export type Channel = typeof Channel.Type;

/** An app's access to a customer's account. An app with two tokens is listed twice. */
export const ConnectedApp = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  scopes: Schema.Array(Scope),
  connected_at: Instant,
  /** When the token expires. */
  expires_at: Instant,
}).annotate({ identifier: "ConnectedApp" });
export type ConnectedApp = typeof ConnectedApp.Type;
