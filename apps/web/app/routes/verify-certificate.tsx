import { longDate } from "@backlot/domain/kernel/calendar";
import { certificateStatusText } from "@backlot/domain/certificates/certificate";
import { asLine, firstCharacters } from "@backlot/domain/kernel/characters";
import { licenseLabel } from "@backlot/domain/licensing/license";
import { isRouteErrorResponse } from "react-router";
import { getPage, loadOrThrow } from "#app/server/store.server.ts";
import { pageTitle, titleOf } from "#ui/page-title.ts";
import { useShop } from "#app/hooks/use-store.ts";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/verify-certificate";

/** The maximum length of the certificate's contents in the URL, in characters. */
const SAID_LENGTH = 2_000;
/** The maximum length of the signature in the URL, in characters. */
const SIGNATURE_LENGTH = 200;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const c = url.searchParams.get("c");
  const s = url.searchParams.get("s");
  const { certificates } = getPage(context).store;
  const query = {
    ...(c === null ? {} : { c: firstCharacters(c, SAID_LENGTH) }),
    ...(s === null ? {} : { s: firstCharacters(s, SIGNATURE_LENGTH) }),
  };
  const { data } = await loadOrThrow(certificates.verify({ params: { number: asLine(params.number) }, query }), url);
  return data;
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("License Certificate", matches) },
  { name: "robots", content: "noindex" },
];

const HEADINGS = { valid: "Valid", superseded: "Superseded", revoked: "Revoked" } as const;

/** The public status page of a license certificate. */
export default function VerifyCertificate({ loaderData: shown }: Route.ComponentProps) {
  const facts = [
    ["Licensee", shown.licensee],
    ["License ID", shown.license_token],
    ["Issued on", longDate(shown.issued_at)],
  ] as const;
  return (
    <div className="container-page pt-12">
      <div className="max-w-2xl">
        <p className="text-muted-foreground">License Certificate</p>
        <h1 className="tabular-nums mt-1 mb-6 text-2xl wrap-anywhere">{shown.number}</h1>
        {shown.is_signed === false ? (
          <div className="mb-4">
            <Alert variant="error" autoFocus={false}>
              This link was altered. Trust the details below, not the printed certificate.
            </Alert>
          </div>
        ) : null}
        <section
          aria-labelledby="status"
          className={`rounded-lg border p-5 sm:p-6
            ${shown.status === "revoked" ? "border-danger" : "border-border"} bg-card`}
        >
          <h2 id="status" className={`text-xl ${shown.status === "valid" ? "text-success" : ""}`}>
            {HEADINGS[shown.status]}
          </h2>
          <p className="mt-1 text-muted-foreground">{certificateStatusText(shown.status)}</p>
          <dl className="mt-5 grid gap-x-6 sm:grid-cols-2">
            {facts.map(([name, value]) => (
              <div key={name} className="border-t border-border py-3">
                <dt className="text-sm text-muted-foreground">{name}</dt>
                <dd className="tabular-nums mt-0.5 font-medium wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <h3 className="mt-3 text-sm text-muted-foreground">Coverage</h3>
          <ul className="mt-1 divide-y divide-border">
            {shown.covered.map(({ label, license_id }) => (
              <li key={`${label} ${license_id}`} className="flex flex-wrap justify-between gap-x-6 py-2">
                <span className="wrap-anywhere">{label}</span>
                <span className="text-muted-foreground">{`${licenseLabel(license_id)} license`}</span>
              </li>
            ))}
          </ul>
        </section>
        <p className="measure mt-5 text-sm text-muted-foreground">
          Certificate files are signed. The public keys are at{" "}
          <a className="link" href="/.well-known/license-certificates.json">
            /.well-known/license-certificates.json
          </a>
          .
        </p>
      </div>
    </div>
  );
}

/** The page for an unknown certificate number. Rethrows any other error. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <div className="container-page pt-12">
      <title>{titleOf("Certificate not found", useShop().name)}</title>
      <p className="text-muted-foreground">License Certificate</p>
      <h1 className="mt-1 text-2xl">Certificate not found</h1>
      <p className="measure mt-3 text-muted-foreground">
        We haven't issued a certificate with this number. Check each character and try again.
      </p>
    </div>
  );
}
