import { personName } from "@backlot/domain/accounts/account";
import { creditPurchaseError } from "@backlot/domain/accounts/team";
import { balanceText } from "@backlot/domain/credits/credits";
import { cents, formatUsd } from "@backlot/domain/kernel/money";
import { cardExpiryText, cardLabel, cardName } from "@backlot/domain/checkout/saved-card";
import { message } from "@backlot/domain/message-catalog";
import { payerOf } from "@backlot/domain/pricing/payer";
import { failedPayment } from "@backlot/domain/plan-changes/plan-state";
import {
  creditForNextPayment,
  isUndisturbed,
  mayStillChange,
  overdueAmount,
  overduePayer,
  overdueText,
  scheduledChangeText,
} from "@backlot/domain/plan-changes/running-plan";
import type { UserView } from "@backlot/ports";
import * as Result from "effect/Result";
import { Suspense, useRef } from "react";
import { Link, data, redirect, useSearchParams } from "react-router";
import { ownValue } from "#app/server/own-value.ts";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import {
  attempt,
  formString,
  intentOf,
  getPage,
  isTeamMember,
  readForm,
  requireUser,
} from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { useChangePlanOpener } from "#features/checkout/dialog-request.ts";
import { paths } from "#app/paths.ts";
import { useFocusOnChange } from "#app/hooks/use-focus-on-change.ts";
import { AccountFrame } from "#features/accounts/account-frame.tsx";
import { DisputeNotice } from "#features/disputes/dispute-notice.tsx";
import { Cancel, ScheduledChange } from "#features/plan-changes/plan-ending.tsx";
import { AccountCreditCard, PlanPanel, SubscriptionCard } from "#features/plan-changes/subscription-cards.tsx";
import { NO_CARDS, savedCards } from "#features/checkout/saved-cards.server.ts";
import { useCreditsOpener } from "#features/checkout/buy-credits-opener.tsx";
import { CardMark } from "#features/checkout/card-mark.tsx";
import { FailedPaymentRow, ReceiptList, ReceiptRow } from "#features/orders/receipt-row.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/subscription";

const OverduePayment = lazyPart(() => import("#features/checkout/overdue-payment.tsx"));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await requireUser(context, url);
  const { subscription } = user;
  const isMember = isTeamMember(user);
  const overdue = overduePayer(subscription, { isMember });
  const amount = overdueAmount(subscription, overdue);
  const isPayer = subscription !== null && !isMember;
  const paysByCard = isPayer && payerOf(subscription.billed_by).asks === "card";
  const [cards, receipts] = await Promise.all([
    paysByCard ? savedCards(store) : NO_CARDS,
    // The page works without the payments.
    isPayer ? attempt(store.receipts.list({ query: { limit: RECEIPTS } })) : null,
  ]);
  return {
    subscription,
    card: cards.cards.find(({ pays_plan }) => pays_plan) ?? null,
    receipts: receipts !== null && Result.isSuccess(receipts) ? receipts.success.data : [],
    isMember,
    pending: user.pending_order,
    accountCredit: user.account_credit === 0 ? null : formatUsd(user.account_credit),
    appliedCredit: subscription === null ? cents(0) : creditForNextPayment(subscription, user),
    disputedContact: user.dispute_open ? shop.supportEmail : null,
    overdue,
    payment: amount === null ? null : { ...cards, amount, billingName: personName(user), stripe: shop.stripe },
  };
}

/** The number of payments that the page shows. */
const RECEIPTS = 3;

/** The success message of each action that undoes a scheduled change, by its intent. */
const SAID: Readonly<Record<string, string>> = {
  keep: "Your plan has been resumed. It will renew as usual.",
  stay: "You're staying on your plan. The scheduled change has been canceled.",
};

export async function action({ context, request }: Route.ActionArgs) {
  const { store } = getPage(context);
  const form = await readForm(request);
  const intent = intentOf(form, ["cancel", "keep", "stay"]);
  const acknowledge_legacy_loss = formString(form, "acknowledged") === "on";
  const answered = await (intent === "cancel"
    ? attempt(store.subscriptions.cancel({ payload: { acknowledge_legacy_loss } }))
    : attempt(store.subscriptions.resume({ payload: {} })));
  if (Result.isFailure(answered)) return data({ message: answered.failure.message }, { status: 409 });
  return redirect(Object.hasOwn(SAID, intent) ? paths.subscriptionSaid(intent) : paths.subscription, 303);
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Your subscription", matches) },
  { name: "robots", content: "noindex" },
];

type PendingOrder = NonNullable<UserView["pending_order"]>;

/** A plan order whose card payment is in progress, with a link to its outcome. */
function PendingCardOrder({ order }: { order: PendingOrder }) {
  return (
    <section className="rounded-lg border border-ring p-5" aria-label="Your order">
      <p>
        Your payment isn't complete. Your bank is still processing it or needs you to confirm it. You won't be charged
        twice. Changed your mind? Choose another plan, and we'll cancel this order.
      </p>
      <div className="mt-4">
        <ButtonLink to={paths.pendingOrder(order)}>Check the status</ButtonLink>
      </div>
    </section>
  );
}

/**
 * A plan order that waits for approval at its provider, with links to continue or cancel it, or whose card payment is
 * in progress.
 */
function PendingPlanOrder({ order: pending }: { order: PendingOrder | null }) {
  if (pending === null) return null;
  const { asks, name } = payerOf(pending.provider);
  if (asks === "card") return <PendingCardOrder order={pending} />;
  const order = pending.id;
  return (
    <section className="rounded-lg border border-ring p-5" aria-label={`Your ${name} order`}>
      <p>{`Your order is waiting for your approval in ${name}. You won't be charged until you approve it there.`}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <ButtonLink to={paths.approval(order)}>Continue</ButtonLink>
        <Link
          className="link inline-flex min-h-11 items-center px-2 text-muted-foreground"
          to={paths.approval(order, true)}
        >
          Cancel the order
        </Link>
      </div>
    </section>
  );
}

export default function Subscription({ loaderData, actionData }: Route.ComponentProps) {
  const { subscription, isMember, pending, accountCredit, appliedCredit, disputedContact, overdue, payment, card } =
    loaderData;
  const { receipts } = loaderData;
  const [search] = useSearchParams();
  const onCredits = useCreditsOpener();
  const onChange = useChangePlanOpener();
  const page = useRef<HTMLDivElement>(null);
  const failed = subscription === null || isMember ? null : failedPayment(subscription);
  const successMessage = ownValue(SAID, search.get("said"));
  const canceling = !isMember && search.get("cancel") === "1" && subscription?.cancel_at_period_end === false;
  useFocusOnChange(
    page,
    `${canceling} ${subscription?.cancel_at_period_end} ${subscription?.scheduled_plan_variant?.id} ` +
      `${search.get("paid")}`,
  );
  if (subscription === null) {
    return (
      <AccountFrame title="Your subscription">
        <div className="mt-4 grid max-w-4xl gap-4">
          <DisputeNotice supportEmail={disputedContact} />
          <PendingPlanOrder order={pending} />
        </div>
        <p className="measure mt-6 mb-6 text-muted-foreground">
          {isMember ? "Your team is on the Free plan." : "You're on the Free plan."}
        </p>
        {accountCredit === null ? null : (
          <div className="mb-6 max-w-md">
            <AccountCreditCard amount={accountCredit} />
          </div>
        )}
        {isMember || disputedContact !== null ? null : <ButtonLink to={paths.pricing}>See plans</ButtonLink>}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Your subscription" ref={page}>
      <div className="mt-4 grid max-w-4xl gap-4">
        <DisputeNotice supportEmail={disputedContact} />
        {search.get("paid") === "1" && payment === null ? (
          <Alert variant="success">Your payment went through. Your plan continues as before.</Alert>
        ) : null}
        {successMessage === undefined || scheduledChangeText(subscription) !== null ? null : (
          <Alert variant="success">{successMessage}</Alert>
        )}
        {actionData === undefined ? null : <Alert variant="error">{actionData.message}</Alert>}
        <PendingPlanOrder order={pending} />
        {overdue === null || subscription.grace_ends === null ? null : (
          <section className="rounded-lg border border-danger p-5" aria-labelledby="overdue">
            <h2 id="overdue" className="text-lg">
              Your last payment didn't go through
            </h2>
            <p className={`measure mt-2 text-muted-foreground ${payment === null ? "" : "mb-5"}`}>
              {overdueText(subscription.grace_ends, overdue)}
            </p>
            {payment === null ? null : (
              <Suspense
                fallback={
                  <div className="h-60 rounded-lg bg-card" role="status" aria-label="Loading the payment form" />
                }
              >
                <OverduePayment model={payment} />
              </Suspense>
            )}
          </section>
        )}
        {isMember ? null : <ScheduledChange subscription={subscription} />}
        {canceling ? <Cancel subscription={subscription} /> : null}
      </div>
      <div className="mt-6 grid max-w-4xl gap-3 md:grid-cols-2">
        <PlanPanel subscription={subscription} appliedCredit={appliedCredit}>
          {isMember ? (
            <p className="text-muted-foreground">{message("team_may_not_change_plan")}</p>
          ) : canceling ? null : (
            <div className="flex flex-wrap items-center gap-3">
              {!mayStillChange(subscription) || disputedContact !== null ? null : (
                <ButtonLink
                  to={paths.changePlan()}
                  variant={isUndisturbed(subscription) ? "primary" : "secondary"}
                  onClick={onChange}
                >
                  Change plan
                </ButtonLink>
              )}
              {subscription.cancel_at_period_end ? null : (
                <Link className="link inline-flex min-h-11 items-center px-2 text-muted-foreground" to="?cancel=1">
                  Cancel plan
                </Link>
              )}
            </div>
          )}
        </PlanPanel>
        <SubscriptionCard title="Credit balance">
          <p className="tabular-nums text-xl font-semibold">
            {balanceText(subscription.current_credit_balance, subscription.legacy_current_credit_balance)}
          </p>
          {isMember ||
          disputedContact !== null ||
          creditPurchaseError({ role: "Admin", ...subscription }) !== null ? null : (
            <div className="mt-4">
              <ButtonLink to={paths.credits} variant="secondary" onClick={onCredits}>
                Buy credits
              </ButtonLink>
            </div>
          )}
        </SubscriptionCard>
        <SubscriptionCard title="Payment method">
          <p className="flex items-center gap-3">
            {card === null ? null : <CardMark brand={card.card.display_brand} />}
            <span>
              {card === null
                ? payerOf(subscription.billed_by).name
                : card.is_expired
                  ? cardName(card.card)
                  : cardLabel(card.card)}
            </span>
          </p>
          {card?.is_expired && subscription.next_payment_amount !== null ? (
            <p className="tabular-nums mt-1 text-sm text-danger">
              <span>{`${cardExpiryText(card)}. `}</span>
              <span>{overdue === null ? "Add a new card before your next payment." : "Pay with another card."}</span>
            </p>
          ) : null}
          {card === null ? null : (
            <Link className="link mt-2 inline-flex min-h-9 items-center text-sm" to={paths.paymentMethods}>
              {card.is_expired ? "Add a card" : "Manage cards"}
            </Link>
          )}
        </SubscriptionCard>
        {accountCredit === null ? null : <AccountCreditCard amount={accountCredit} />}
      </div>
      {receipts.length === 0 && failed === null ? null : (
        <section aria-labelledby="payments" className="mt-10 max-w-4xl">
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="payments" className="text-lg">
              Recent payments
            </h2>
            <Link className="link text-sm" to={paths.orders()}>
              Order history
            </Link>
          </div>
          <ReceiptList>
            {failed === null ? null : <FailedPaymentRow {...failed} />}
            {receipts.map((receipt) => (
              <ReceiptRow key={receipt.number} receipt={receipt} />
            ))}
          </ReceiptList>
        </section>
      )}
    </AccountFrame>
  );
}
