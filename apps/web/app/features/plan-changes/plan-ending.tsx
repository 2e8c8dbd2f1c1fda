import { cancellationText } from "@backlot/domain/plan-changes/plan-state";
import { mayStillChange, scheduledChangeText } from "@backlot/domain/plan-changes/running-plan";
import { legacyLoss } from "@backlot/domain/subscriptions/change-preview";
import { legacyLossMessage } from "@backlot/domain/subscriptions/subscription-messages";
import type { SubscriptionView } from "@backlot/ports";
import { Form, useNavigation } from "react-router";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";

/** The change scheduled for the end of the period, with a button to undo it. */
export function ScheduledChange({ subscription }: { subscription: SubscriptionView }) {
  const isPending = useNavigation().state === "submitting";
  const text = scheduledChangeText(subscription);
  if (text === null) return null;
  return (
    <section className="rounded-lg border border-ring p-5" aria-label="What happens next">
      <p>{text}</p>
      {mayStillChange(subscription) ? (
        <Form method="post" className="mt-4">
          <Button
            type="submit"
            name="intent"
            value={subscription.cancel_at_period_end ? "keep" : "stay"}
            pending={isPending}
          >
            {subscription.cancel_at_period_end ? "Keep my plan" : "Stay on my plan"}
          </Button>
        </Form>
      ) : (
        <p className="mt-2 text-muted-foreground">We won't retry the declined payment.</p>
      )}
    </section>
  );
}

/** The confirmation before a plan is canceled. */
export function Cancel({ subscription }: { subscription: SubscriptionView }) {
  const isPending = useNavigation().state === "submitting";
  const legacy = subscription.is_avfx_plus || subscription.is_credit_based_legacy;
  const loss = legacyLoss({ legacy, legacy_unspent: subscription.legacy_current_credit_balance }, "cancellation");
  const warning = loss === null ? null : legacyLossMessage(loss, "cancellation");
  return (
    <section className="rounded-lg border border-ring bg-card p-5" aria-labelledby="cancel">
      <h2 id="cancel" className="text-lg">
        Cancel your plan?
      </h2>
      <p className="measure mt-2 text-muted-foreground">{cancellationText(subscription)}</p>
      <Form method="post" className="mt-4">
        {warning === null ? null : (
          <label className="mb-4 flex cursor-pointer gap-3 rounded-md bg-danger-ground p-4 text-sm text-danger">
            <input type="checkbox" name="acknowledged" required className="mt-0.5 size-5 shrink-0 accent-accent" />
            <span>
              <strong className="block">{warning.title}</strong>
              <span>{warning.text}</span>
            </span>
          </label>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="cancel" variant="secondary" pending={isPending}>
            Cancel my plan
          </Button>
          <ButtonLink to={paths.subscription}>Keep my plan</ButtonLink>
        </div>
      </Form>
    </section>
  );
}
