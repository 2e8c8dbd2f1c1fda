import { type Account, guestEmailProblem, message, newAccount } from "@backlot/domain";
import { type InvalidRequest, Unauthorized } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { toInvalidRequest } from "../accounts/invalid-form.ts";
import { type Browser, type Caller, browserKey } from "../caller.ts";
import type { Buyer } from "../orders/order-access.ts";
import type { OrderPorts } from "../store-ports.ts";
import type { CartBuyer } from "./buy-cart.ts";

const unauthorized = (): Unauthorized => new Unauthorized({ message: message("unauthorized") });

/**
 * The guest with an address in a browser, made where there is none yet. The browser is given a key by which it opens
 * what the guest buys: knowing the address opens nothing. (ORD-03)
 */
const ensureGuest = (
  ports: Pick<OrderPorts, "clock" | "ids" | "settings" | "transactions">,
  browser: Browser | null,
  email: string | null,
): Effect.Effect<Account, Unauthorized | InvalidRequest> =>
  Effect.gen(function* () {
    if (browser === null || email === null) return yield* unauthorized();
    const problem = guestEmailProblem(email, ports.settings.disposableDomains);
    if (problem !== null) return yield* toInvalidRequest([problem]);
    const address = email.trim();
    const key = browser.giveKey();
    const { read, run } = ports.transactions;
    const known = yield* read.guests.find(key, address);
    if (known !== null) return known;
    const person = {
      id: ports.ids.next(),
      email: address,
      first_name: "",
      last_name: "",
      created_at: ports.clock.now(),
    };
    const account = newAccount(person);
    return yield* run((repos) => repos.guests.insert(account, key));
  });

/** Who asks for an order or its payment: an account, or the browser of a guest. (ORD-03) */
export const requireBuyer = <E>(caller: Caller, account: Effect.Effect<Account, E>): Effect.Effect<Buyer, E> => {
  const guest_key = browserKey(caller);
  return guest_key === null ? account : Effect.succeed({ guest_key });
};

/** Who buys the cart with a token: an account its own, or a visitor with an address as a guest. (ORD-03) */
export const cartBuyer =
  <E>(
    ports: Pick<OrderPorts, "clock" | "ids" | "settings" | "transactions">,
    caller: Caller,
    account: Effect.Effect<Account, E>,
  ) =>
  (token: string, email: string | null): Effect.Effect<CartBuyer, E | Unauthorized | InvalidRequest> =>
    caller._tag === "Anonymous"
      ? Effect.map(ensureGuest(ports, caller.visitor.browser, email), (guest) => ({
          _tag: "Guest",
          account: guest,
          token,
        }))
      : Effect.map(account, (own) => ({ _tag: "Account", account: own }));
