import { data, useLocation } from "react-router";
import { sharedPageHeaders } from "#app/shared-page.server.ts";
import { publicMeta } from "#app/page-meta.server.ts";
import { ArticlePage } from "#features/engagement/article-body.tsx";
import { LEGAL_TEXTS } from "#features/site/legal-texts.tsx";
import type { Route } from "./+types/legal";

const textAt = (pathname: string) => LEGAL_TEXTS[pathname.replace(/\/$/, "")];

export async function loader({ context, url }: Route.LoaderArgs) {
  const text = textAt(url.pathname);
  if (text === undefined) throw data({ message: "" }, { status: 404, statusText: "Not Found" });
  const { title, about } = text;
  const path = url.pathname.replace(/\/$/, "");
  return { title, meta: await publicMeta(context, url, { title, description: about, path }) };
}

export const headers: Route.HeadersFunction = sharedPageHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => [...(loaderData?.meta ?? [])];

export default function Legal({ loaderData }: Route.ComponentProps) {
  const text = textAt(useLocation().pathname);
  return (
    <ArticlePage head={<h1 className="text-2xl">{loaderData.title}</h1>}>
      <div className="measure">{text?.body}</div>
    </ArticlePage>
  );
}
