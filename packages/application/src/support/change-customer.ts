import {
  type Account,
  type Cents,
  type SupportAction,
  type SupportChange,
  KEY_REUSED,
  ZERO,
  max,
  changesAccount,
  grantOf,
  loggedReason,
  isSameChange,
  supportRefusal,
  supportRefusalMessage,
  valuesSetBy,
} from "@backlot/domain";
import {
  Conflict,
  type CustomerChange,
  ReadRepositories,
  Repositories,
  transactional,
  currentTime,
} from "@backlot/ports";
import * as Effect from "effect/Effect";
import { actorOf } from "../staff-actor.ts";
import { isPasswordLocked, liftPasswordLock } from "../accounts/limit-credentials.ts";
import { repeatConfirmation } from "../accounts/confirm-email.ts";
import { accountNamed } from "./find-customer.ts";
import { payOutAccountCredit } from "./pay-out-account-credit.ts";
import { accountCredit } from "../orders/price-plan.ts";
import { prepareReversal } from "../fulfillment/prepare-reversal.ts";
import { refundDue } from "../refunds/refund-due.ts";
import { FOR_OTHERS, toUserView } from "../profile/user-view.ts";

const REASON = {
  Deleted: "account_unchangeable",
  Guest: "account_unchangeable",
  InTeam: "team_refused",
} as const;

/**
 * Applies a support action to an account's row, credits, and account credit. `held` is the account credit at the
 * provider, in cents.
 */
const apply = Effect.fnUntraced(function* (
  { id }: Account,
  action: SupportAction & { readonly change: SupportChange },
  held: Cents,
) {
  const repos = yield* Repositories;
  const { change } = action;
  const values = valuesSetBy(change);
  if (values !== null) return yield* repos.accounts.update(id, values);
  if (change.kind === "pay_out_account_credit")
    return yield* payOutAccountCredit(id, { id: action.id, amount: change.amount, held });
  const granted = grantOf(action);
  return yield* granted === null ? Effect.void : repos.credits.grant(id, granted.lot, granted.entry, null);
});

const reused = () => new Conflict({ reason: "idempotency_key_reused", message: KEY_REUSED });

/**
 * Prepares a payout of account credit that has not been made yet: ends the order that relies on that credit, and
 * returns the provider's balance, in cents. Does nothing for other changes.
 */
const prepare = Effect.fnUntraced(function* (
  account: Account,
  { id, kind }: { readonly id: string; readonly kind: SupportChange["kind"] },
) {
  const repos = yield* ReadRepositories;
  if (kind !== "pay_out_account_credit" || (yield* repos.supportActions.get(id)) !== null) return ZERO;
  yield* prepareReversal(account.id);
  return max(ZERO, yield* accountCredit(account.stripe_customer_token));
});

/**
 * Changes an account for support staff, and logs who did it and why. Doesn't log a change that has no effect. Applies a
 * change once per idempotency key. Fails if the key was used for another change, for deleted accounts and guests, for a
 * change to a team member's credits, and for a payout of more account credit than there is.
 */
export const changeCustomer = Effect.fnUntraced(function* ({
  customer,
  change,
  idempotency_key: id,
  reason,
  actor,
}: CustomerChange) {
  const by = yield* actorOf(actor);
  const repos = yield* ReadRepositories;
  const customerAccount = yield* accountNamed(customer);
  const held = yield* prepare(customerAccount, { id, kind: change.kind });
  const passwordLocked = change.kind === "unlock" && (yield* isPasswordLocked(customerAccount));
  const changed = yield* Effect.gen(function* () {
    const repos = yield* Repositories;
    const account = (yield* repos.accounts.lock(customerAccount.id)) ?? customerAccount;
    const earlierAction = yield* repos.supportActions.get(id);
    if (earlierAction !== null)
      return earlierAction.user_id === account.id && isSameChange(earlierAction.change, change)
        ? true
        : yield* reused();
    const isGuest = (yield* repos.guests.keyOf(account.id)) !== null;
    const refusal = supportRefusal(account, isGuest, change);
    if (refusal !== null)
      return yield* new Conflict({ reason: REASON[refusal._tag], message: supportRefusalMessage(refusal) });
    if (!changesAccount(account, change, passwordLocked)) return false;
    // The last email is too recent to send another.
    if (change.kind === "resend_confirmation" && !(yield* repeatConfirmation(account))) return false;
    const action = { id, ...by, reason: loggedReason(account, reason), at: yield* currentTime, change };
    // Another account's change may have used the key in the meantime.
    if (!(yield* repos.supportActions.add(account.id, action))) return yield* reused();
    yield* apply(account, action, held);
    return true;
  }).pipe(transactional);
  if (passwordLocked) yield* liftPasswordLock(customerAccount);
  if (change.kind === "pay_out_account_credit") yield* refundDue;
  const overview = yield* repos.overviews.get(customerAccount.id);
  if (overview === null) throw new Error(`there is no account ${customerAccount.id}`);
  return { changed, user: toUserView(overview, FOR_OTHERS, yield* currentTime) };
});
