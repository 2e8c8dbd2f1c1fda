import { message } from "@backlot/domain";
import { type Biller, Conflict, PaymentProviderDown, type Provider, type Wallet } from "@backlot/ports";
import * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** The wallet, for what is under way there already: without its keys it can't be reached. */
export const walletOf = (ports: Pick<StorePorts, "wallet">): Effect.Effect<Wallet, PaymentProviderDown> =>
  ports.wallet === null
    ? Effect.fail(new PaymentProviderDown({ cause: "the wallet has no keys" }))
    : Effect.succeed(ports.wallet);

/** Who bills the plans of a provider. */
export const billerOf = (
  ports: Pick<StorePorts, "payments" | "wallet">,
  provider: Provider,
): Effect.Effect<Biller, PaymentProviderDown> =>
  provider === "stripe" ? Effect.succeed(ports.payments) : walletOf(ports);

/** A purchase that the wallet can't be used for. (LIC-14, CHK-09) */
export const walletRefused = (): Conflict =>
  new Conflict({ reason: "paypal_unavailable", message: message("paypal_unavailable") });
