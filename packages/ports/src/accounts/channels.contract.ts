import { ConnectedApp, Scope } from "@backlot/domain/accounts/channel.schema";
import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { Wire } from "../driving/errors.ts";
import { AccountRequired, Repeatable, RequestValidation, Text, data } from "../driving/shared.ts";

/** Apps that act for customers. They request access with the device authorization grant of RFC 8628. */
export class ConnectedApps extends HttpApiGroup.make("connectedApps")
  .add(
    /**
     * Requests access to a customer's account. Show the customer the code and the URL, then request the token every
     * `interval` seconds until the customer responds.
     */
    HttpApiEndpoint.post("request", "/device_authorizations", {
      payload: Schema.Struct({
        /** The app's ID, issued by the store's owner. */
        client_id: Text,
        /** The scopes, separated by spaces: `catalog:read`, `quote`, `customer:act`. */
        scope: Text,
      }),
      success: Schema.Struct({
        device_code: Schema.String,
        /** The code that the customer enters, such as "BCDF-2345". */
        user_code: Schema.String,
        /** The page where the customer enters the code. */
        verification_uri: Schema.String,
        /** The same page with the code filled in, for a link or a QR code. */
        verification_uri_complete: Schema.String,
        /** How long the customer has to respond, in seconds. */
        expires_in: Schema.Int,
        /** The seconds to wait between requests for the token. */
        interval: Schema.Int,
      }).pipe(HttpApiSchema.status(201)),
      error: [Wire.tooManyAttempts],
    }).annotate(Repeatable, false),
    /**
     * Returns the token once the customer has allowed access. Otherwise, it fails with 409. For
     * `authorization_pending` and `slow_down`, try again after `interval` seconds. For `access_denied` and
     * `expired_token`, start a new request. It fails with 400 if the device code is unknown or already used.
     */
    HttpApiEndpoint.post("token", "/device_tokens", {
      payload: Schema.Struct({ client_id: Text, device_code: Text }),
      success: Schema.Struct({
        /** Send it as a bearer token. */
        access_token: Schema.String,
        token_type: Schema.Literal("Bearer"),
        scope: Schema.String,
        /** The seconds until the token expires. */
        expires_in: Schema.Int,
      }),
      error: [Wire.conflict],
    }).annotate(Repeatable, false),
  )
  .middleware(RequestValidation)
  .add(
    /**
     * Returns the app's name and the scopes that it requests. Afterward, only this caller can allow or deny the
     * request.
     */
    HttpApiEndpoint.get("view", "/device_authorizations/:user_code", {
      params: { user_code: Text },
      success: data(Schema.Struct({ name: Schema.String, scopes: Schema.Array(Scope) })),
      error: [Wire.notFound, Wire.tooManyAttempts],
    }).middleware(AccountRequired),
    /** Allows or denies an app's request. Fails with 404 unless the caller has viewed it first. */
    HttpApiEndpoint.post("decide", "/device_authorizations/:user_code", {
      params: { user_code: Text },
      payload: Schema.Struct({ is_allowed: Schema.Boolean }),
      success: HttpApiSchema.NoContent,
      error: Wire.notFound,
    }).middleware(AccountRequired),
    /** Lists the apps that can act for the caller, newest first. */
    HttpApiEndpoint.get("list", "/users/apps", { success: data(Schema.Array(ConnectedApp)) }).middleware(
      AccountRequired,
    ),
    /** Disconnects an app. Its token stops working immediately. */
    HttpApiEndpoint.delete("disconnect", "/users/apps/:id", {
      params: { id: Text },
      success: HttpApiSchema.NoContent,
    }).middleware(AccountRequired),
  ) {}
