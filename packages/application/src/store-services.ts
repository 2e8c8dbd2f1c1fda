import type * as Ports from "@backlot/ports";
import type * as Effect from "effect/Effect";
import type { StoreSettings } from "./settings.ts";

/**
 * The services that use cases can require: the driven ports and the owner's settings. One context provides them all.
 */
export type StoreServices =
  | Ports.Analytics
  | Ports.CardVault
  | Ports.CertificateRenderer
  | Ports.Clock
  | Ports.Files
  | Ports.Identity
  | Ports.IdempotencyKeys
  | Ports.Ids
  | Ports.Links
  | Ports.Mail
  | Ports.Markup
  | Ports.Newsletter
  | Ports.PaymentProviders
  | Ports.PaymentRecovery
  | Ports.PromoCodes
  | Ports.RateLimits
  | Ports.ReadRepositories
  | Ports.ReceiptRenderer
  | Ports.Stock
  | Ports.Transactions
  | Ports.WebhookSender
  | StoreSettings;

/** An effect that requires only the store's services. For recursive use cases, whose type can't be inferred. */
export type UseCase<A, E = never> = Effect.Effect<A, E, StoreServices>;

/** The steps of a recursive use case, as a generator returns them. */
export type UseCaseSteps<A, E = never> = Effect.fn.Return<A, E, StoreServices>;

/** An effect that runs inside a transaction, so that it can write. */
export type InTransaction<A, E = never> = Effect.Effect<A, E, StoreServices | Ports.Repositories>;
