import { creditsText } from "@backlot/domain/credits/credits";
import { cents, formatUsd } from "@backlot/domain/kernel/money";
import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { Nothing, lazyPart } from "#app/browser/lazy-part.tsx";
import { Alert } from "#ui/alert.tsx";
import { Folded } from "#ui/folded.tsx";
import { CREDITS_PURCHASED } from "./credits-confirmation-key.ts";
import { PurchasePanel } from "./purchase-panel.tsx";
import { VariantRow } from "./variant-row.tsx";
import type { Route } from "../../routes/+types/product";

const CreditsConfirmation = lazyPart(() => import("./credits-confirmation.tsx"), Nothing);

type ProductData = Route.ComponentProps["loaderData"];

/** The confirmation of credits just bought for this item. It stays while the item's page is open. */
function JustPurchased({ approved }: { approved: string | null }) {
  const { state } = useLocation();
  const [purchaseMessage] = useState<unknown>(() => approved ?? Reflect.get(Object(state), CREDITS_PURCHASED));
  return typeof purchaseMessage !== "string" ? null : (
    <Suspense>
      <CreditsConfirmation text={purchaseMessage} />
    </Suspense>
  );
}

/** The price of the whole item, and of its cheapest file. */
function ItemPrice({
  collection,
  variants,
  plan,
  price,
}: Pick<ProductData, "collection" | "variants" | "plan" | "price">) {
  const prices = variants.flatMap(({ offer }) => (offer === null ? [] : [offer.price]));
  const lowest = prices.length === 0 ? null : cents(Math.min(...prices));
  return (
    <>
      <p className="tabular-nums text-2xl font-semibold tracking-tight">
        <span>{price}</span>
        {collection.upgrade_credit_price === null || collection.credit_price === null ? null : (
          <s className="ml-2 text-base font-normal tracking-normal text-muted-foreground">
            <span className="sr-only">instead of </span>
            <span>{creditsText(collection.credit_price)}</span>
          </s>
        )}
      </p>
      <p className="tabular-nums mb-4 text-sm text-muted-foreground">
        <span>{`All ${collection.name} files`}</span>
        {plan === "none" && lowest !== null ? <span>{`, or buy one file from ${formatUsd(lowest)}`}</span> : null}
      </p>
    </>
  );
}

/** The item's files, each with its download or its price, and an explanation of the prices. */
function ItemFiles({ data, onOnboard }: { data: ProductData; onOnboard: () => void }) {
  const { collection, variants, plan, hasLicense, sold } = data;
  return (
    <>
      <h2 className="mt-6 mb-2 text-base">Files</h2>
      <ul>
        {variants.map((variant, index) => (
          <VariantRow
            key={variant.id}
            variant={variant}
            collection={collection}
            plan={plan}
            hasLicense={hasLicense}
            isPrimary={index === 0 && data.offer._tag === "nothing"}
            onOnboard={onOnboard}
          />
        ))}
      </ul>
      {variants.some((variant) => variant.offer !== null) ? (
        <div className="tabular-nums border-t border-border py-3 text-sm text-muted-foreground">
          <p className="py-1">
            <span>{sold.terms}</span>
            {sold.reduced === null ? null : (
              <>
                {" "}
                <span>{`Files from ${formatUsd(sold.reduced.now)}, previously `}</span>
                <s>{formatUsd(sold.reduced.before)}</s>
                <span>.</span>
              </>
            )}
          </p>
          <Folded title="Why this price?">{sold.why}</Folded>
        </div>
      ) : null}
    </>
  );
}

/**
 * The ways to get an item: its price, the buyer's next steps, and its files. `problem` is the error of the last
 * attempt.
 */
export function GetItem({
  data,
  problem,
  onOnboard,
}: {
  data: ProductData;
  problem: string | null;
  onOnboard: () => void;
}) {
  const { collection, credits, bought, sold } = data;
  return (
    <aside
      aria-label="Get this item"
      className="order-2 rounded-lg border border-border bg-card p-6 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      {problem === null ? null : (
        <div className="mb-4">
          <Alert variant="error">{problem}</Alert>
        </div>
      )}
      {collection.owned ? null : <JustPurchased key={collection.id} approved={data.purchased} />}
      {bought ? (
        <div className="mb-4">
          <Alert variant="success">
            <span>It's yours. Download it anytime.</span>
            <span>{` You have ${creditsText(credits)} left.`}</span>
          </Alert>
        </div>
      ) : null}
      <ItemPrice {...data} />
      <PurchasePanel
        collection={collection}
        credits={credits}
        offer={data.offer}
        refusal={data.refusal}
        onOnboard={onOnboard}
      />
      <ItemFiles data={data} onOnboard={onOnboard} />
      {sold.notes.map((note) => (
        <p key={note} className="border-t border-border py-3 text-sm text-muted-foreground">
          {note}
        </p>
      ))}
    </aside>
  );
}
