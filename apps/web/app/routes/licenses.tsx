import { licenseUser, timesText } from "@backlot/domain/licensing/compare-licenses";
import { LICENSES } from "@backlot/domain/licensing/license";
import { itemFactor } from "@backlot/domain/licensing/license-factors";
import { Link } from "react-router";
import { publicMeta } from "#app/server/page-meta.server.ts";
import { sharedPageHeaders } from "#app/server/shared-page.server.ts";
import { paths } from "#app/paths.ts";
import { usePrices } from "#app/hooks/use-store.ts";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/licenses";

const ABOUT = "Your license depends on who uses the assets and on their annual income or revenue.";

const USES = [
  "Commercial work for any number of clients",
  "Any number of projects, worldwide",
  "No time limit, even after a plan ends",
  "A certificate that names you and the assets",
] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  return { meta: await publicMeta(context, url, { title: "Licenses", description: ABOUT, path: paths.licenses }) };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

/** A comparison of the licenses: whom each is for, and its price. */
export default function Licenses() {
  const { item_factors } = usePrices();
  return (
    <div className="container-page pt-12">
      <h1 className="text-2xl">Licenses</h1>
      <p className="measure mt-3 text-muted-foreground">{ABOUT}</p>
      <div className="mt-8">
        <table className="tabular-nums w-full text-left">
          <thead className="text-sm text-muted-foreground">
            <tr className="border-b border-border">
              <th scope="col" className="py-3 pr-2 sm:pr-6 font-normal">
                License
              </th>
              <th scope="col" className="py-3 pr-2 sm:pr-6 font-normal max-sm:hidden">
                Who it's for
              </th>
              <th scope="col" className="py-3 pr-2 sm:pr-6 font-normal max-sm:hidden">
                Annual income or revenue
              </th>
              <th scope="col" className="py-3 pr-2 sm:pr-6 font-normal">
                Single files
              </th>
              <th scope="col" className="py-3 font-normal">
                Plans
              </th>
            </tr>
          </thead>
          <tbody>
            {LICENSES.map(({ id, name, revenue }) => (
              <tr key={id} className="border-b border-border">
                <th scope="row" className="py-3 pr-2 sm:pr-6 font-semibold">
                  <span>{name}</span>
                  <span className="block text-sm font-normal text-muted-foreground sm:hidden">{licenseUser(id)}</span>
                  <span className="block text-sm font-normal text-muted-foreground sm:hidden">{revenue}</span>
                </th>
                <td className="py-3 pr-2 sm:pr-6 max-sm:hidden">{licenseUser(id)}</td>
                <td className="py-3 pr-2 sm:pr-6 max-sm:hidden">{revenue}</td>
                <td className="py-3 pr-2 sm:pr-6">{timesText(itemFactor(item_factors, id))}</td>
                <td className="py-3">
                  <Link className="link inline-flex min-h-9 items-center" to={paths.pricingFor(id)}>
                    See prices<span className="sr-only">{` for ${name}, ${revenue}`}</span>
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2 className="mt-10 text-lg">Every license includes</h2>
      <ul className="mt-3 grid max-w-3xl gap-2 sm:grid-cols-2">
        {USES.map((use) => (
          <li key={use}>{use}</li>
        ))}
      </ul>
      <p className="measure mt-4 text-muted-foreground">
        {"You can't share or resell the files as they are. For details, see the "}
        <Link className="link" to={paths.license}>
          license agreement
        </Link>
        .
      </p>
      <ButtonLink to={paths.pricing} className="mt-8">
        Choose a license
      </ButtonLink>
    </div>
  );
}
