import { emailKey } from "@backlot/domain";
import { RateLimits } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { Settings } from "../settings.ts";
import { takeTry } from "../take-try.ts";

/** Counts one email that a network causes the store to send; fails if none are left. */
export const takeNetworkMail = (network: string) => Settings.use(({ limits }) => takeTry(limits.networkMails, network));

/** Counts one email to an unconfirmed address. Returns false if none are left. */
export const takeAddressMail = Effect.fnUntraced(function* (email: string) {
  const { limits } = yield* Settings;
  return yield* (yield* RateLimits).take(limits.mails, emailKey(email));
});

/** Restores an email that was counted but not sent. */
export const giveBackAddressMail = Effect.fnUntraced(function* (email: string) {
  const { limits } = yield* Settings;
  yield* (yield* RateLimits).giveBack(limits.mails, emailKey(email));
});

/**
 * Limits the emails that callers cause the store to send to other people: per address, to prevent flooding, and per
 * network. `send` returns whether an email will be sent; if not, no attempt is counted.
 */
export const limitMails =
  ({ email, network }: { readonly email: string; readonly network: string }) =>
  <E, R>(send: Effect.Effect<boolean, E, R>) =>
    Effect.gen(function* () {
      const { limits } = yield* Settings;
      const { giveBack } = yield* RateLimits;
      const giveBackBoth = Effect.andThen(giveBackAddressMail(email), giveBack(limits.networkMails, network));
      yield* takeNetworkMail(network);
      yield* takeTry(limits.mails, emailKey(email));
      if (!(yield* send.pipe(Effect.tapCause(() => giveBackBoth)))) yield* giveBackBoth;
    });
