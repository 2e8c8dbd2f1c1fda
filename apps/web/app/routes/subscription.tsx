import { personName } from "@backlot/domain/accounts/account";
import { ACCOUNT_CREDIT_USE } from "@backlot/domain/accounts/account-credit-texts";
import { creditPurchaseError } from "@backlot/domain/accounts/team";
import { balanceText } from "@backlot/domain/credits/credits";
import { cents, formatUsd } from "@backlot/domain/kernel/money";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { paymentMethodName } from "@backlot/domain/orders/payment-method";
import { message } from "@backlot/domain/message-catalog";
import { providerTraits } from "@backlot/domain/orders/provider-traits";
import {
  creditForNextPayment,
  isUndisturbed,
  mayStillChange,
  overdueAmount,
  overdueMethod,
  overdueText,
  paymentText,
  scheduledChangeText,
} from "@backlot/domain/checkout/running-plan";
import type { UserView } from "@backlot/ports";
import * as Result from "effect/Result";
import { Suspense, useRef } from "react";
import { Link, data, redirect, useSearchParams } from "react-router";
import { ownValue } from "#app/own-value.ts";
import { lazyPart } from "#app/lazy-part.tsx";
import { attempt, formString, getPage, isTeamMember, readForm, requireUser } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { useChangePlanOpener } from "#app/asked-dialog.ts";
import { paths } from "#app/paths.ts";
import { useFocusOnChange } from "#app/use-focus-on-change.ts";
import { AccountFrame } from "#features/accounts/account-frame.tsx";
import { DisputeNotice } from "#features/disputes/dispute-notice.tsx";
import { Cancel, ScheduledChange } from "#features/plan-changes/plan-ending.tsx";
import { planText } from "@backlot/domain/plans/plan";
import { savedCards } from "#app/saved-cards.server.ts";
import { useCreditsOpener } from "#features/checkout/credits-opener.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/subscription";

const OverduePayment = lazyPart(() => import("#features/checkout/overdue-payment.tsx"));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await requireUser(context, url);
  const { subscription } = user;
  const isMember = isTeamMember(user);
  const overdue = overdueMethod(subscription, { isMember });
  const amount = overdueAmount(subscription, overdue);
  return {
    subscription,
    isMember,
    pending: user.pending_order,
    accountCredit: user.account_credit === 0 ? null : formatUsd(user.account_credit),
    appliedCredit: subscription === null ? cents(0) : creditForNextPayment(subscription, user.account_credit),
    disputedContact: user.dispute_open ? shop.supportEmail : null,
    overdue,
    payment:
      amount === null
        ? null
        : { ...(await savedCards(store)), amount, billingName: personName(user), stripe: shop.stripe },
  };
}

/** The success message of each action that undoes what was scheduled, by its intent. */
const SAID: Readonly<Record<string, string>> = {
  keep: "Your plan is back on. It will renew as usual.",
  stay: "You're staying on your plan. The scheduled change is canceled.",
};

export async function action({ context, request }: Route.ActionArgs) {
  const { store } = getPage(context);
  const form = await readForm(request);
  const intent = formString(form, "intent");
  const acknowledge_legacy_loss = formString(form, "acknowledged") === "on";
  const answered = await (intent === "cancel"
    ? attempt(store.subscriptions.cancel({ payload: { acknowledge_legacy_loss } }))
    : attempt(store.subscriptions.resume({ payload: {} })));
  if (Result.isFailure(answered)) return data({ message: answered.failure.message }, { status: 409 });
  return redirect(Object.hasOwn(SAID, intent) ? paths.subscriptionSaid(intent) : paths.subscription, 303);
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Your subscription") },
  { name: "robots", content: "noindex" },
];

type PendingOrder = NonNullable<UserView["pending_order"]>;

function DescriptionItem({ name, value }: { name: string; value: string }) {
  return (
    <div className="border-t border-border py-3">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="tabular-nums mt-0.5 font-medium">{value}</dd>
    </div>
  );
}

/** The account credit and what it pays for; nothing without account credit. */
function AccountCredit({ amount }: { amount: string | null }) {
  return amount === null ? null : (
    <section className="measure mb-6" aria-label="Account credit">
      <dl>
        <DescriptionItem name="Account credit" value={amount} />
      </dl>
      <p className="text-sm text-muted-foreground">{ACCOUNT_CREDIT_USE}</p>
    </section>
  );
}

/** A plan order whose card payment is in progress, with a link to its outcome. */
function PendingCardOrder({ order }: { order: PendingOrder }) {
  return (
    <section className="mt-6 max-w-2xl rounded-lg border border-ring p-5" aria-label="Your order">
      <p>
        Your payment isn't finished. Your bank is still processing it, or is waiting for you to confirm it. You won't be
        charged twice. Want something else? Choose another plan, and we'll cancel this order.
      </p>
      <div className="mt-4">
        <ButtonLink to={paths.pendingOrder(order)}>Check the status</ButtonLink>
      </div>
    </section>
  );
}

/**
 * A plan order that waits for approval at PayPal, with links to continue or cancel it, or whose card payment is in
 * progress.
 */
function PendingPlanOrder({ order: pending }: { order: PendingOrder | null }) {
  if (pending === null) return null;
  if (pending.provider === "stripe") return <PendingCardOrder order={pending} />;
  const order = pending.id;
  return (
    <section className="mt-6 max-w-2xl rounded-lg border border-ring p-5" aria-label="Your order at PayPal">
      <p>Your order is waiting for you at PayPal. You won't be charged until you approve it there.</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <ButtonLink to={paths.payPalOrder(order)}>Continue</ButtonLink>
        <Link
          className="link inline-flex min-h-11 items-center px-2 text-muted-foreground"
          to={paths.payPalOrder(order, true)}
        >
          Cancel the order
        </Link>
      </div>
    </section>
  );
}

export default function Subscription({
  loaderData: { subscription, isMember, pending, accountCredit, appliedCredit, disputedContact, overdue, payment },
  actionData,
}: Route.ComponentProps) {
  const [search] = useSearchParams();
  const onCredits = useCreditsOpener();
  const onChange = useChangePlanOpener();
  const page = useRef<HTMLDivElement>(null);
  const said = ownValue(SAID, search.get("said"));
  const canceling = !isMember && search.get("cancel") === "1" && subscription?.cancel_at_period_end === false;
  useFocusOnChange(
    page,
    `${canceling} ${subscription?.cancel_at_period_end} ${subscription?.scheduled_plan_variant?.id} ` +
      `${search.get("paid")}`,
  );
  if (subscription === null) {
    return (
      <AccountFrame title="Your subscription">
        <DisputeNotice supportEmail={disputedContact} />
        <PendingPlanOrder order={pending} />
        <p className="measure mt-2 mb-6 text-muted-foreground">
          {isMember ? "Your team is on the free plan." : "You are on the free plan."}
        </p>
        <AccountCredit amount={accountCredit} />
        {isMember ? null : <ButtonLink to={paths.pricing}>See plans</ButtonLink>}
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Your subscription" ref={page}>
      <DisputeNotice supportEmail={disputedContact} />
      {search.get("paid") === "1" && payment === null ? (
        <div className="mt-4 max-w-2xl">
          <Alert variant="success">Your payment went through. Your plan continues as before.</Alert>
        </div>
      ) : null}
      {said === undefined || scheduledChangeText(subscription) !== null ? null : (
        <div className="mt-4 max-w-2xl">
          <Alert variant="success">{said}</Alert>
        </div>
      )}
      {actionData === undefined ? null : (
        <div className="mt-4 max-w-2xl">
          <Alert variant="error">{actionData.message}</Alert>
        </div>
      )}
      <PendingPlanOrder order={pending} />
      <div className="max-w-2xl">
        {overdue === null || subscription.grace_ends === null ? null : (
          <section className="mt-6 rounded-lg border border-danger p-5" aria-labelledby="overdue">
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
        <dl className="mt-6">
          <DescriptionItem name="Plan" value={planText(subscription.plan_variant)} />
          <DescriptionItem name="License" value={licenseLabel(subscription.license.id)} />
          <DescriptionItem
            name="Payment method"
            value={paymentMethodName(providerTraits(subscription.billed_by).method)}
          />
          <DescriptionItem
            name="Credit balance"
            value={balanceText(subscription.current_credit_balance, subscription.legacy_current_credit_balance)}
          />
          <DescriptionItem name="Next payment" value={paymentText(subscription, appliedCredit)} />
        </dl>
        <AccountCredit amount={accountCredit} />
        {isMember ? (
          <p className="measure mt-6 text-muted-foreground">{message("team_may_not_change_plan")}</p>
        ) : (
          <ScheduledChange subscription={subscription} />
        )}
        {isMember ? null : canceling ? (
          <Cancel subscription={subscription} />
        ) : (
          <div className="mt-6 flex flex-wrap items-center gap-3">
            {!mayStillChange(subscription) ? null : (
              <ButtonLink
                to={paths.changePlan()}
                variant={isUndisturbed(subscription) ? "primary" : "secondary"}
                onClick={onChange}
              >
                Change plan
              </ButtonLink>
            )}
            {creditPurchaseError({ role: "Admin", ...subscription }) !== null ? null : (
              <ButtonLink to={paths.credits} variant="secondary" onClick={onCredits}>
                Buy credits
              </ButtonLink>
            )}
            {subscription.cancel_at_period_end ? null : (
              <Link
                className="link inline-flex min-h-11 items-center px-2 text-muted-foreground"
                to="?cancel=1"
                preventScrollReset
              >
                Cancel plan
              </Link>
            )}
          </div>
        )}
      </div>
    </AccountFrame>
  );
}
