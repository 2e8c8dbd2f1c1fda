import { onboardingStep } from "@backlot/domain/accounts/onboarding";
import { type Credits, creditsText } from "@backlot/domain/credits/credits";
import { formatUsd } from "@backlot/domain/kernel/money";
import { LOWEST_LICENSE, licenseLabel } from "@backlot/domain/licensing/license";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import type { ItemOffer } from "@backlot/domain/checkout/item-offer";
import { useEffect, useRef, useState } from "react";
import { Form, useFetcher, useLocation, useNavigation } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { type AccountPanelMode, AccountToggle, accountPanelTitle } from "../accounts/account-toggle.tsx";
import type { OfferedVariant } from "../orders/add-to-cart.tsx";
import type { CartAnswer } from "../orders/cart-items.tsx";
import { MissingCreditsButton } from "./missing-credits-button.tsx";
import LicenseStep from "./license-step.tsx";
import { Stepper } from "./stepper.tsx";

/** The item to buy, and the buyer's account. */
interface OnboardingModel {
  readonly collection: { readonly id: number; readonly slug: string; readonly name: string };
  /** The collection's offer for credits. */
  readonly offer: ItemOffer;
  /** Why the item cannot be bought with credits, or null. */
  readonly refusal: string | null;
  /** The variants sold for money. */
  readonly offers: readonly OfferedVariant[];
  readonly credits: Credits;
  /** The payment methods as text. */
  readonly ways: string;
  /** Null for a visitor. If the license is null, onboarding asks for it. */
  readonly user: { readonly license: LicenseId | null } | null;
}

/** An offer payable with credits, now or after buying more. */
type CreditPayment = Extract<ItemOffer, { readonly _tag: "purchase" | "more-credits" }>;

function PayWithCredits({
  collection,
  offer,
  refusal,
  onClose,
}: Pick<OnboardingModel, "collection" | "refusal"> & { offer: CreditPayment; onClose: () => void }) {
  const isPending = useNavigation().state === "submitting";
  if (offer._tag === "more-credits")
    return <MissingCreditsButton slug={collection.slug} refusal={refusal} onOpen={onClose} />;
  return (
    <Button type="submit" name="intent" value="buy" className="w-full" pending={isPending}>
      {`Get it for ${creditsText(offer.cost)}`}
    </Button>
  );
}

/** The third step: pay with credits for all resolutions, or with money for one file. */
function PaymentStep({ model, license, onClose }: { model: OnboardingModel; license: LicenseId; onClose: () => void }) {
  const { collection, offer, credits, offers, ways } = model;
  return (
    <div className="grid gap-6">
      {offer._tag !== "purchase" && offer._tag !== "more-credits" ? null : (
        <Form method="post" className="rounded-md border border-border p-4">
          <input type="hidden" name="collection_id" value={collection.id} />
          <h3 className="tabular-nums font-semibold">{`Pay with ${creditsText(offer.cost)}`}</h3>
          <p className="tabular-nums mt-1 mb-4 text-sm text-muted-foreground">
            {`All resolutions, yours to keep. You have ${creditsText(credits)}. Get more with a plan or a credit pack.`}
          </p>
          <PayWithCredits collection={collection} offer={offer} refusal={model.refusal} onClose={onClose} />
        </Form>
      )}
      {offers.length === 0 ? null : (
        <div className="rounded-md border border-border p-4">
          <h3 className="font-semibold">Buy one file</h3>
          <p className="mt-1 mb-4 text-sm text-muted-foreground">
            {`Yours to keep. ${ways} at checkout. Prices shown for the ${licenseLabel(license)} license.`}
          </p>
          <div className="grid gap-2 sm:grid-cols-2">
            {offers.map(({ id, label, price }) => (
              <Form key={id} method="post" action={paths.cart}>
                <input type="hidden" name="variant_id" value={id} />
                <input type="hidden" name="next" value={paths.cartPayment} />
                <Button type="submit" name="intent" value="add" variant="secondary" className="w-full">
                  {`Buy ${label} · ${formatUsd(price)}`}
                </Button>
              </Form>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** The onboarding dialog of a product: account, license type, payment method. Starts at the first missing step. */
export default function OnboardingDialog({
  open,
  onClose,
  model,
}: {
  open: boolean;
  onClose: () => void;
  model: OnboardingModel;
}) {
  const { pathname, search } = useLocation();
  const [mode, setMode] = useState<AccountPanelMode>("sign-up");
  const licensing = useFetcher<CartAnswer>();
  const step = onboardingStep(model.user);
  // Focus the content when the step changes.
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) content.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    <Dialog open={open} onClose={onClose} title={`Get ${model.collection.name}`}>
      <div className="mb-6">
        <Stepper current={step} />
      </div>
      <div ref={content} tabIndex={-1} className="focus:outline-none">
        {step === 0 ? (
          <div>
            <h3 className="mb-4 text-lg font-semibold">{accountPanelTitle(mode)}</h3>
            <AccountToggle mode={mode} next={`${pathname}${search}`} onMode={setMode} onLeave={onClose} />
          </div>
        ) : null}
        {step === 1 ? (
          <LicenseStep
            license={LOWEST_LICENSE}
            problem={licensing.data?.problem ?? undefined}
            sending={{ action: paths.cart, Form: licensing.Form, state: licensing.state }}
            hidden={{ stay: "1" }}
          />
        ) : null}
        {step === 2 ? (
          <PaymentStep model={model} license={model.user?.license ?? LOWEST_LICENSE} onClose={onClose} />
        ) : null}
      </div>
    </Dialog>
  );
}
