import { type Credits, creditsText, moreCreditsText } from "@backlot/domain/credits/credits";
import type { ItemOffer } from "@backlot/domain/checkout/item-offer";
import type { CollectionView } from "@backlot/ports";
import { Form, useLocation, useNavigation } from "react-router";
import { asksForNewTab } from "#app/browser/new-tab.ts";
import { paths } from "#app/paths.ts";
import { MissingCreditsButton } from "./missing-credits-button.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";

/** The ways to get an item (with credits, a plan, or an account), or why none is possible. */
export function PurchasePanel({
  collection,
  credits,
  offer,
  refusal,
  onOnboard,
}: {
  collection: CollectionView;
  credits: Credits;
  offer: ItemOffer;
  /** Why the item, or credits for it, cannot be bought; null if they can. */
  refusal: string | null;
  onOnboard: () => void;
}) {
  const isPending = useNavigation().state === "submitting";
  const { pathname } = useLocation();
  if (offer._tag === "nothing") return null;
  if (offer._tag === "refused") return <p className="text-muted-foreground">{refusal}</p>;
  if (offer._tag === "plan") {
    return (
      <div>
        <p className="text-muted-foreground">Included with every paid plan, in all resolutions.</p>
        <ButtonLink to={paths.pricing} className="mt-3 w-full">
          See plans
        </ButtonLink>
      </div>
    );
  }
  if (offer._tag === "account") {
    return (
      <ButtonLink
        to={paths.signUp(pathname)}
        className="w-full"
        onClick={(event) => {
          if (asksForNewTab(event)) return;
          event.preventDefault();
          onOnboard();
        }}
      >
        {`Get it for ${creditsText(offer.cost)}`}
      </ButtonLink>
    );
  }
  if (offer._tag === "more-credits") {
    return (
      <div>
        <p className="text-muted-foreground">
          {`You have ${creditsText(credits)}. You need ${moreCreditsText(offer.lacking)}.`}
        </p>
        <MissingCreditsButton slug={collection.slug} refusal={refusal} />
      </div>
    );
  }
  return (
    <Form method="post">
      <input type="hidden" name="collection_id" value={collection.id} />
      <Button type="submit" name="intent" value="buy" className="w-full" pending={isPending}>
        {`Get it for ${creditsText(offer.cost)}`}
      </Button>
      <p className="tabular-nums mt-2 text-sm text-muted-foreground">
        {collection.upgrade_credit_price === null ? null : (
          <span>You already own one of the files. The rest cost less. </span>
        )}
        <span>{`All resolutions, yours to keep. You'll have ${creditsText(offer.remainingCredits)} left.`}</span>
      </p>
    </Form>
  );
}
