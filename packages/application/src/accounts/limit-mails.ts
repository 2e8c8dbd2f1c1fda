import { emailKey } from "@backlot/domain";
import { RateLimits } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { takeTry } from "../take-try.ts";

/** Counts one email that a network has the store send; fails if none is left. */
export const takeNetworkMail = (network: string) =>
  Settings.use(({ networkMailTries }) => takeTry(networkMailTries, network));

/** Counts one email to an address that nobody has confirmed. Returns false if none is left. */
export const takeAddressMail = (email: string) =>
  Effect.gen(function* () {
    const { mailTries } = yield* Settings;
    return yield* (yield* RateLimits).take(mailTries, emailKey(email));
  });

/** Restores an email that was counted but not sent. */
export const giveBackAddressMail = (email: string) =>
  Effect.gen(function* () {
    const { mailTries } = yield* Settings;
    yield* (yield* RateLimits).giveBack(mailTries, emailKey(email));
  });

/**
 * Limits the emails that callers have the store send to other people: per address, so that nobody is flooded, and per
 * network. `send` returns whether an email will be sent; without one, no attempt is counted.
 */
export const limitMails =
  ({ email, network }: { readonly email: string; readonly network: string }) =>
  <E, R>(send: Effect.Effect<boolean, E, R>) =>
    Effect.gen(function* () {
      const { mailTries, networkMailTries } = yield* Settings;
      const { giveBack } = yield* RateLimits;
      const giveBackBoth = Effect.andThen(giveBackAddressMail(email), giveBack(networkMailTries, network));
      yield* takeNetworkMail(network);
      yield* takeTry(mailTries, emailKey(email));
      if (!(yield* send.pipe(Effect.tapCause(() => giveBackBoth)))) yield* giveBackBoth;
    });
