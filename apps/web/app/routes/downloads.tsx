import type { DownloadPlan } from "#features/downloads/download-request.ts";
import type { TeamRole } from "@backlot/domain/accounts/account.schema";
import { downloadsTodayText } from "@backlot/domain/downloads/download";
import { longDate } from "@backlot/domain/kernel/calendar";
import { type LicenseId, licenseLabel } from "@backlot/domain/licensing/license";
import { variantLabel } from "@backlot/domain/catalog/collection";
import { itemLabel } from "@backlot/domain/orders/cart";
import { mayUpgradeLicense } from "@backlot/domain/orders/variant-offer";
import type { DownloadPage } from "@backlot/ports";
import { Link } from "react-router";
import { itemLicense } from "#features/orders/cart.server.ts";
import { downloadWith } from "#features/downloads/download-action.server.ts";
import { startingAfter } from "#app/server/pagination-key.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { downloadPlanOf, getPage, loadOrThrow, readForm, requireUser } from "#app/server/store.server.ts";
import { AccountFrame } from "#features/accounts/account-frame.tsx";
import { DownloadForm } from "#features/downloads/download-form.tsx";
import { KeyPages } from "#features/site/key-pages.tsx";
import { PosterImage } from "#features/catalog/poster-image.tsx";
import { DisputeNotice } from "#features/disputes/dispute-notice.tsx";
import { usePrices } from "#app/hooks/use-store.ts";
import { Alert } from "#ui/alert.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/downloads";

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await requireUser(context, url);
  const query = startingAfter(url);
  const page = await loadOrThrow(getPage(context).store.downloads.list({ query }), url);
  return {
    plan: downloadPlanOf(user),
    license: itemLicense(user, null),
    role: user.team.role_name,
    today: page.downloads_today,
    disputedContact: user.dispute_open ? getPage(context).shop.supportEmail : null,
    files: page.data.map((file) => ({ ...file, label: variantLabel(file.variant) })),
    hasMore: page.has_more,
    isFirst: !("starting_after" in query),
  };
}

export const action = async ({ context, request, url }: Route.ActionArgs) =>
  downloadWith(context, await readForm(request), url);

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Downloads", matches) },
  { name: "robots", content: "noindex" },
];

/** On phones, a file's button is below its name. */
const BUTTON_PLACE = "max-sm:col-span-2 sm:text-right";

function FileRow({
  file: { variant, label, collection, downloaded_at, license_id, available },
  plan,
  license,
  role,
}: {
  file: DownloadPage["data"][number] & { readonly label: string };
  plan: DownloadPlan;
  /** The license under which the account buys. */
  license: LicenseId;
  role: TeamRole;
}) {
  const when = downloaded_at === null ? "Not downloaded yet" : `Download requested ${longDate(downloaded_at)}`;
  return (
    <li
      className="relative grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 py-4
      sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
    >
      <div className="overflow-hidden rounded-md border border-border bg-screen">
        <PosterImage slug={collection.slug} sizes="8rem" />
      </div>
      <div>
        <p className="font-medium">
          {available ? (
            <Link to={paths.product(collection.library_id, collection.slug)} className="hover:underline">
              {itemLabel(collection.name, label)}
            </Link>
          ) : (
            itemLabel(collection.name, label)
          )}
        </p>
        {license_id === null ? null : (
          <p className="text-sm text-muted-foreground">{`Owned under the ${licenseLabel(license_id)} license`}</p>
        )}
        <p className="tabular-nums text-sm text-muted-foreground">{when}</p>
        {available && mayUpgradeLicense({ owned: license_id, role }, license) ? (
          <Link
            className="link inline-flex min-h-9 items-center text-sm"
            to={paths.product(collection.library_id, collection.slug)}
          >
            {`Upgrade to ${licenseLabel(license)}`}
          </Link>
        ) : null}
      </div>
      {available ? (
        <DownloadForm id={variant.id} label={label} name={collection.name} plan={plan} place={BUTTON_PLACE} />
      ) : (
        <p className={`text-sm text-muted-foreground ${BUTTON_PLACE}`}>No longer available</p>
      )}
    </li>
  );
}

/** The files that an account downloaded or owns, newest first. */
export default function Downloads({
  loaderData: { files, plan, license, role, hasMore, isFirst, today, disputedContact },
  actionData,
}: Route.ComponentProps) {
  const last = files.at(-1);
  const { daily_downloads } = usePrices();
  return (
    <AccountFrame title="Downloads">
      {actionData === undefined ? null : (
        <div className="mb-6 max-w-3xl">
          <Alert variant="error">{actionData.message}</Alert>
        </div>
      )}
      {disputedContact === null ? null : (
        <div className="mb-6 max-w-3xl">
          <DisputeNotice supportEmail={disputedContact} />
        </div>
      )}
      <p className="tabular-nums mb-4 text-sm text-muted-foreground">
        <span>{downloadsTodayText(today, daily_downloads[plan === "paid" ? "paid" : "free"])}</span>
        <span>. Files you own don't count.</span>
      </p>
      {files.length === 0 ? (
        <div>
          <p className="measure text-muted-foreground">
            No files yet. Everything you download or buy appears here, ready to download again.
          </p>
          <ButtonLink to={paths.library(1)} variant="secondary" className="mt-5">
            Browse 2D Elements
          </ButtonLink>
        </div>
      ) : (
        <ul className="max-w-3xl divide-y divide-border border-y border-border">
          {files.map((file) => (
            <FileRow key={file.variant.id} file={file} plan={plan} license={license} role={role} />
          ))}
        </ul>
      )}
      <KeyPages
        first={isFirst ? null : paths.downloads()}
        next={hasMore && last !== undefined ? paths.downloads(last.variant.id) : null}
      />
    </AccountFrame>
  );
}
