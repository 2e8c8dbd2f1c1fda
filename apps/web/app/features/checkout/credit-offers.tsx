import type { PlanVariant } from "@backlot/domain";
import type { CreditOffer } from "@backlot/domain/credits/credit-pack";
import { creditsText } from "@backlot/domain/credits/credits";
import { formatUsd } from "@backlot/domain/kernel/money";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import { Suspense, useId } from "react";
import { Link } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { paths } from "#app/paths.ts";
import { DisputeNotice } from "#features/disputes/dispute-notice.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { BuyCreditsModel, PackPurchaseEvents } from "./credit-pack-form.tsx";
import { usePlanPrice } from "../pricing/plan-price.tsx";

const CreditPackForm = lazyPart(() => import("./credit-pack-form.tsx"));

/** The offers for a user who lacks or wants credits. */
export interface OfferedCredits {
  readonly title: string;
  /** How many credits the user has and needs, in words. */
  readonly intro: string;
  /** The item to buy with the credits, or null. */
  readonly item: { readonly name: string; readonly path: string } | null;
  /** Whether the user already has enough credits for the item. */
  readonly isEnough: boolean;
  readonly isMember: boolean;
  /** Why the user cannot buy a pack, or null. */
  readonly refused: string | null;
  /** The support email address while one of the user's payments is disputed, or null. */
  readonly disputedContact: string | null;
  readonly ways: readonly CreditOffer[];
  readonly plans: {
    readonly title: string;
    readonly text: string;
    /** A note about tax on the plan prices, or null. */
    readonly taxNote: string | null;
    readonly license: LicenseId;
    readonly variants: readonly PlanVariant[];
  };
  readonly model: BuyCreditsModel;
}

/** The error if the offers cannot load, with a retry button. */
export function OffersProblem({ problem, onAgain }: { problem: string; onAgain: () => void }) {
  return (
    <div className="grid max-w-form gap-4">
      <Alert variant="error">{problem}</Alert>
      <Button type="button" variant="secondary" onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}

function PlanLink({ variant, license }: { variant: PlanVariant; license: LicenseId }) {
  const { price, before, perCredit } = usePlanPrice(variant);
  return (
    <Link
      to={paths.checkout(variant.id, license)}
      className="tabular-nums flex h-full flex-col rounded-md border border-border px-4 py-3 hover:border-input
        hover:bg-card"
    >
      <span className="flex items-center justify-between gap-2 font-medium">
        <span>{creditsText(variant.recurring_credits)}</span>
        <svg viewBox="0 0 12 12" className="size-3 shrink-0 text-muted-foreground" aria-hidden="true">
          <path d="m4 2 4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </span>
      <span className="text-sm text-muted-foreground">
        <span>{formatUsd(price)}</span>{" "}
        {before === null ? null : (
          <del>
            <span className="sr-only">instead of </span>
            <span>{formatUsd(before)}</span>
          </del>
        )}{" "}
        <span>{`a ${variant.interval}`}</span>
      </span>
      {perCredit === null ? null : <span className="text-sm text-muted-foreground">{`${perCredit} each`}</span>}
    </Link>
  );
}

function PlanOffer({ plans: { title, text, taxNote, license, variants } }: Pick<OfferedCredits, "plans">) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted-foreground">{text}</p>
      <ul className="grid grid-cols-2 gap-2 @xl:grid-cols-4">
        {variants.map((variant) => (
          <li key={variant.id}>
            <PlanLink variant={variant} license={license} />
          </li>
        ))}
      </ul>
      {taxNote === null ? null : <p className="mt-2 text-sm text-muted-foreground">{taxNote}</p>}
    </section>
  );
}

/** The plans and packs that add credits, in order of preference, or why there are none. */
export function CreditOffers({
  offered,
  onLeave = () => {},
  ...events
}: {
  offered: OfferedCredits;
  /** Called when a link is followed, which may lead to the page below. */
  onLeave?: () => void;
} & PackPurchaseEvents) {
  const { intro, item, isEnough, isMember, refused, disputedContact, ways, plans, model } = offered;
  if (isMember) {
    return (
      <>
        <p className="measure mb-6 text-muted-foreground">{refused}</p>
        <ButtonLink to={item?.path ?? paths.home} onClick={onLeave}>
          {item === null ? "Back to the library" : `Back to ${item.name}`}
        </ButtonLink>
      </>
    );
  }
  return (
    <div className="@container">
      <p className="tabular-nums measure mb-8 text-muted-foreground">{intro}</p>
      {item === null || !isEnough ? null : (
        <p className="-mt-4 mb-8">
          <span>{`That's enough for ${item.name}.`}</span>{" "}
          <Link className="link" to={item.path} onClick={onLeave}>
            Get it
          </Link>
        </p>
      )}
      <div className="max-w-2xl">
        <DisputeNotice supportEmail={disputedContact} />
      </div>
      {disputedContact !== null ? null : (
        <div className="grid gap-10">
          {refused === null ? null : <p className="measure">{refused}</p>}
          {ways.map((way) =>
            way === "plan" ? (
              <PlanOffer key={way} plans={plans} />
            ) : (
              <Suspense
                key={way}
                fallback={
                  <div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading the payment form" />
                }
              >
                <CreditPackForm model={model} {...events} />
              </Suspense>
            ),
          )}
        </div>
      )}
    </div>
  );
}
