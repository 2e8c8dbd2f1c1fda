import type { DownloadRefusal } from "@backlot/domain";
import { fileSizeText, hasScene } from "@backlot/domain/catalogue/collection";
import type { Cents } from "@backlot/domain/kernel/money";
import type { CollectionView } from "@backlot/ports";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { BuyVariant } from "./add-to-cart.tsx";
import { DownloadForm, type DownloadPlan } from "./download-form.tsx";

/** A variant as its page offers it: to buy, to download, or why not. */
export interface VariantModel {
  readonly id: number;
  readonly resolution: string;
  readonly description: string;
  readonly file_size: number | null;
  readonly offer: { readonly price: Cents } | null;
  readonly refusal: { readonly tag: DownloadRefusal["_tag"]; readonly text: string } | null;
}

/** One file of a collection, with what its visitor can do with it. (DWN-01, ORD-03) */
export function VariantRow({
  variant,
  collection,
  plan,
  hasLicence,
  onOnboard,
}: {
  variant: VariantModel;
  collection: CollectionView;
  plan: DownloadPlan;
  hasLicence: boolean;
  onOnboard: () => void;
}) {
  const { id, resolution, offer } = variant;
  const { name, slug } = collection;
  // A free file is one button for everybody: what is missing is said once it is asked for.
  const isFreeToSee =
    collection.free_product && ["SignInToDownload", "NeedsPlanFor4K"].includes(variant.refusal?.tag ?? "");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-t border-border py-4">
      <div>
        <p className="font-medium">{variant.resolution}</p>
        <p className="tabular-nums text-sm text-muted-foreground">
          {variant.description}
          {variant.file_size === null ? null : ` · ${fileSizeText(variant.file_size)}`}
        </p>
        {variant.refusal === null ||
        isFreeToSee ||
        variant.refusal.tag === "SignInToDownload" ||
        ["NeedsPurchase", "NeedsPaidPlan"].includes(variant.refusal.tag) ? null : (
          <p className="mt-1 text-sm text-muted-foreground">{variant.refusal.text}</p>
        )}
      </div>
      {variant.refusal === null || isFreeToSee ? (
        <DownloadForm id={variant.id} resolution={variant.resolution} plan={plan} />
      ) : variant.refusal.tag === "SignInToDownload" ? (
        offer !== null ? null : (
          <Link className="link min-h-11 content-center" to={paths.pricing}>
            See plans
          </Link>
        )
      ) : ["NeedsPurchase", "NeedsPaidPlan"].includes(variant.refusal.tag) ? null : (
        <Link className="link min-h-11 content-center" to={paths.pricing}>
          See plans
        </Link>
      )}
      {hasScene(collection) && (variant.refusal === null || isFreeToSee) ? (
        <>
          <p className="text-sm text-muted-foreground">The 3D scene alone, as GLB</p>
          <DownloadForm id={variant.id} resolution={variant.resolution} plan={plan} part="scene" />
        </>
      ) : null}
      {offer === null ? null : (
        <div className="col-span-2">
          <BuyVariant
            variant={{ id, resolution, name, slug, price: offer.price }}
            signedIn={plan !== "none"}
            hasLicence={hasLicence}
            onOnboard={onOnboard}
          />
        </div>
      )}
    </li>
  );
}
