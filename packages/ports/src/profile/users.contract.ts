import * as Schema from "effect/Schema";
import * as Struct from "effect/Struct";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import * as HttpApiSchema from "effect/http-api/HttpApiSchema";
import { MAX_PASSWORD_LENGTH } from "@backlot/domain/accounts/account";
import { ConnectedApp } from "@backlot/domain/accounts/channel.schema";
import { SupportAction } from "@backlot/domain/accounts/support-action.schema";
import { CreditEntry } from "@backlot/domain/credits/ledger.schema";
import { Instant } from "@backlot/domain/kernel/calendar.schema";
import { Cents } from "@backlot/domain/kernel/money.schema";
import { LicenseId } from "@backlot/domain/licensing/license.schema";
import { OpenSessionView, UserView } from "../accounts/accounts.contract.ts";
import { CertificateView } from "../certificates/certificates.contract.ts";
import { Wire } from "../driving/errors.ts";
import {
  AccountRequired,
  PayerRequired,
  RequestValidation,
  SessionRequired,
  Text,
  data,
  SentPassword,
  text,
} from "../driving/shared.ts";
import { OrderView } from "../orders/orders.contract.ts";
import { ReceiptView } from "../receipts/receipts.contract.ts";

/** All data stored about an account, for privacy requests. (ACC-07) */
export const AccountExport = Schema.Struct({
  user: UserView,
  sessions: Schema.Array(OpenSessionView),
  /** The apps that can act for the customer. */
  apps: Schema.Array(ConnectedApp),
  orders: Schema.Array(OrderView),
  payments: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      provider: Schema.String,
      reason: Schema.String,
      amount: Cents,
      refunded: Cents,
      at: Instant,
    }),
  ),
  /** One receipt per payment, newest first. */
  receipts: Schema.Array(ReceiptView),
  credit_entries: Schema.Array(CreditEntry),
  items: Schema.Array(
    Schema.Struct({
      collection_id: Schema.Int,
      collection_variant_id: Schema.NullOr(Schema.Int),
      source: Schema.String,
      license_id: LicenseId,
    }),
  ),
  /** The ids of saved collections. */
  wishlist: Schema.Array(Schema.Int),
  downloads: Schema.Array(Schema.Struct({ variant_id: Schema.Int, at: Instant })),
  certificates: Schema.Array(CertificateView),
  /** Support staff's actions on the account, with reasons but without staff names. */
  support_actions: Schema.Array(Schema.Struct(Struct.pick(SupportAction.fields, ["at", "reason", "change"]))),
}).annotate({ identifier: "AccountExport" });

export type AccountExport = typeof AccountExport.Type;

/** The signed-in account's profile, password, sessions, data export, and deletion. */
export class Users extends HttpApiGroup.make("users")
  .add(
    /** Changes the caller's name. */
    HttpApiEndpoint.patch("rename", "/users/me", {
      payload: Schema.Struct({ first_name: Text, last_name: Text }),
      success: data(UserView),
    }),
    /** Changes the caller's password, ends all other sessions, and disconnects all apps. */
    HttpApiEndpoint.post("changePassword", "/users/password", {
      payload: Schema.Struct({ current_password: text(MAX_PASSWORD_LENGTH), password: SentPassword }),
      success: HttpApiSchema.NoContent,
      error: [Wire.tooManyAttempts],
    }),
    /** Lists the caller's open sessions. */
    HttpApiEndpoint.get("sessions", "/users/sessions", { success: data(Schema.Array(OpenSessionView)) }),
    /** Ends one of the caller's sessions. */
    HttpApiEndpoint.delete("endSession", "/users/sessions/:id", {
      params: { id: Text },
      success: HttpApiSchema.NoContent,
    }),
    /** Ends all of the caller's sessions except the current one, and disconnects all apps. */
    HttpApiEndpoint.delete("endOtherSessions", "/users/sessions", { success: HttpApiSchema.NoContent }),
    /** Returns all data stored about the account. */
    HttpApiEndpoint.get("export", "/users/me/export", { success: data(AccountExport) }),
    /** Deletes the caller's account. Ends plans, and forfeits credits if the caller agreed. */
    HttpApiEndpoint.post("delete", "/users/deletion", {
      payload: Schema.Struct({
        password: text(MAX_PASSWORD_LENGTH),
        /** The number of credits that the owner agreed to forfeit. Fails with 409 if the balance has changed. */
        forfeit_credits: Schema.optional(Schema.Int),
        /** The account credit, in cents, that the owner agreed to forfeit. Fails with 409 if it has changed. */
        forfeit_account_credit: Schema.optional(Schema.Int),
      }),
      success: HttpApiSchema.NoContent,
      error: [Wire.conflict, Wire.tooManyAttempts],
    }),
    /** Resends the email that confirms the caller's address. */
    HttpApiEndpoint.post("sendConfirmation", "/users/confirmation/mail", {
      success: HttpApiSchema.NoContent,
      error: [Wire.tooManyAttempts],
    }),
  )
  .middleware(AccountRequired)
  .add(
    /** Returns the signed-in account, with its plan and balances. */
    HttpApiEndpoint.get("me", "/users/me", { success: data(UserView) }).middleware(SessionRequired),
    /** Sets the lowest license that the account may choose, based on its answers about revenue and team. */
    HttpApiEndpoint.post("updateMinLicense", "/users/update_min_license", {
      payload: Schema.Struct({ license_id: LicenseId }),
      success: data(UserView),
    }).middleware(PayerRequired),
    /** Confirms an email address with the token from the emailed link. */
    HttpApiEndpoint.post("confirm", "/users/confirmation", {
      payload: Schema.Struct({ token: text(1_000) }),
      success: data(Schema.Struct({ email: Schema.String })),
      error: [Wire.conflict, Wire.forbidden],
    }).middleware(RequestValidation),
  ) {}
