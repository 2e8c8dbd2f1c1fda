import type { DownloadRefusal } from "@backlot/domain";
import { fileSizeText, hasScene } from "@backlot/domain/catalog/collection";
import { type LicenseId, licenseLabel } from "@backlot/domain/licensing/license";
import type { VariantOffer } from "@backlot/domain/orders/variant-offer";
import { fileAction } from "@backlot/domain/checkout/item-offer";
import type { CollectionView } from "@backlot/ports";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { BuyVariant } from "../orders/add-to-cart.tsx";
import type { DownloadPlan } from "#features/downloads/download-request.ts";
import { DownloadForm } from "../downloads/download-form.tsx";

/** A variant and whether it can be bought or downloaded. */
interface VariantModel {
  readonly id: number;
  /** Its resolution, and its format if the collection has several. */
  readonly label: string;
  readonly description: string;
  readonly file_size: number | null;
  /** "Ready", or how long the store takes to render the file; null for an uploaded file. */
  readonly state: string | null;
  /** The license under which the visitor owns it, or null. */
  readonly owned: LicenseId | null;
  readonly offer: VariantOffer | null;
  readonly refusal: DownloadRefusal["_tag"] | null;
}

/** A file of a collection, with the action available to the visitor. */
export function VariantRow({
  variant,
  collection,
  plan,
  hasLicense,
  isPrimary,
  onOnboard,
}: {
  variant: VariantModel;
  collection: CollectionView;
  plan: DownloadPlan;
  hasLicense: boolean;
  /** Whether downloading this file is the main action of the page. */
  isPrimary: boolean;
  onOnboard: () => void;
}) {
  const { id, label, offer } = variant;
  const { name, slug } = collection;
  const action = fileAction(variant.refusal, { isFree: collection.free_product, isOffered: offer !== null });
  return (
    <li className="grid grid-cols-[minmax(1.75rem,1fr)_auto] items-center gap-x-3 gap-y-2 border-t border-border py-3">
      <p className="tabular-nums">
        <span className="font-medium">{label}</span>
        {variant.file_size === null ? null : (
          <span className="text-sm text-muted-foreground">{` · ${fileSizeText(variant.file_size)}`}</span>
        )}
      </p>
      <p className="tabular-nums order-last col-span-2 text-sm text-muted-foreground">
        <span>{variant.description}</span>
        {variant.state === null ? null : <span>{` · ${variant.state}`}</span>}
        {variant.owned === null ? null : (
          <span className="block">{`Owned under the ${licenseLabel(variant.owned)} license`}</span>
        )}
      </p>
      {action === "download" ? (
        <DownloadForm id={variant.id} label={label} plan={plan} isPrimary={isPrimary} />
      ) : action === "plans" ? (
        <Link className="link min-h-11 content-center" to={paths.pricing}>
          See plans
        </Link>
      ) : null}
      {hasScene(collection) && action === "download" ? (
        <>
          <p className="text-sm text-muted-foreground">3D model only (GLB)</p>
          <DownloadForm id={variant.id} label={label} plan={plan} part="scene" />
        </>
      ) : null}
      {offer === null ? null : (
        <div
          className={
            action === "nothing" ? "" : "col-span-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1"
          }
        >
          {action === "download" ? <p className="text-sm text-muted-foreground">Buy it to keep it</p> : null}
          <BuyVariant
            variant={{ id, label, name, slug, ...offer }}
            signedIn={plan !== "none"}
            hasLicense={hasLicense}
            onOnboard={onOnboard}
          />
        </div>
      )}
    </li>
  );
}
