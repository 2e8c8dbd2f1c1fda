import { type Cents, guestEmailProblem, message, newAccount, soughtEmail } from "@backlot/domain";
import {
  Buyer,
  CurrentCaller,
  Ids,
  ReadRepositories,
  Repositories,
  Unauthorized,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { toInvalidRequest } from "../invalid-form.ts";
import { requireAdmin, visitorOf } from "../caller.ts";
import type { Purchaser } from "./buyable.ts";
import { cartToBuy } from "./buyables/cart.ts";
import { type CreditsRequest, creditsToBuy } from "./buyables/credits.ts";
import { Settings } from "../settings.ts";

const unauthorized = (): Unauthorized => new Unauthorized({ message: message("unauthorized") });

/**
 * Returns this browser's guest with an email address, creating the guest on first use. The browser gets a key that
 * gives access to the guest's purchases; the email address alone does not.
 */
const ensureGuest = Effect.fnUntraced(function* (email: string | null) {
  const ids = yield* Ids;
  const settings = yield* Settings;
  const { browser } = visitorOf(yield* CurrentCaller);
  if (browser === null || email === null) return yield* unauthorized();
  const problem = guestEmailProblem(email, settings.disposableDomains);
  if (problem !== null) return yield* toInvalidRequest([problem]);
  const address = soughtEmail(email);
  const key = browser.giveKey();
  const repos = yield* ReadRepositories;
  const guest = yield* repos.guests.find(key, address);
  if (guest !== null) return guest;
  const person = {
    id: ids.next(),
    email: address,
    first_name: "",
    last_name: "",
    created_at: yield* currentTime,
  };
  const account = newAccount(person);
  return yield* Repositories.use(({ guests }) => guests.insert(account, key)).pipe(transactional);
});

/**
 * Returns a cart's buyer: a signed-in account, which buys its own cart, or a guest with this email address, who buys
 * the cart with this token.
 */
const cartBuyer = Effect.fnUntraced(function* (token: string, email: string | null) {
  const buyer = yield* Buyer;
  const purchaser: Purchaser =
    "guest_key" in buyer
      ? { _tag: "Guest", account: yield* ensureGuest(email), token }
      : { _tag: "Account", account: yield* requireAdmin(buyer) };
  return purchaser;
});

/** Returns the account that buys credits; fails for guests and for members of a team. */
const creditBuyer = Effect.gen(function* () {
  const buyer = yield* Buyer;
  return yield* "guest_key" in buyer ? unauthorized() : requireAdmin(buyer, "team_may_not_buy_credits");
});

/**
 * Returns the buyer of the cart with a token, and the cart itself. `amount` is the total that the buyer was shown, in
 * cents.
 */
export const askedCart = (token: string, email: string | null, amount: Cents | null) =>
  Effect.map(cartBuyer(token, email), (buyer) => ({ buyer, what: cartToBuy(buyer, amount) }));

/** Returns the buyer of credits, and the requested credits. */
export const creditsAsked = (request: CreditsRequest) =>
  Effect.map(creditBuyer, (account) => {
    const buyer: Purchaser = { _tag: "Account", account };
    return { buyer, what: creditsToBuy(account, request) };
  });
