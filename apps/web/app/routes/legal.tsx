import { data, useLocation } from "react-router";
import { sharedPageHeaders } from "#app/shared-page.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { LEGAL_TEXTS } from "#features/legal-texts.tsx";
import type { Route } from "./+types/legal";

const textAt = (pathname: string) => LEGAL_TEXTS[pathname.replace(/\/$/, "")];

export function loader({ url }: Route.LoaderArgs) {
  const text = textAt(url.pathname);
  if (text === undefined) throw data({ message: "" }, { status: 404, statusText: "Not Found" });
  return { title: text.title };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: pageTitle(loaderData?.title ?? "Backlot") }];

export default function Legal({ loaderData }: Route.ComponentProps) {
  const text = textAt(useLocation().pathname);
  return (
    <article className="container-page pt-12">
      <h1 className="mb-6 text-2xl">{loaderData.title}</h1>
      <div className="measure">{text?.body}</div>
    </article>
  );
}
