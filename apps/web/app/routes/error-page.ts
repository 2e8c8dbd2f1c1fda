import { firstCharacters } from "@backlot/domain/kernel/characters";
import { data } from "react-router";
import type { Route } from "./+types/error-page";

/** The maximum number of characters of the URL's error details to show. */
const MOST_SHOWN = 200;

/** Error pages that other channels link to: `/401`, `/404` and `/500`, with that status. */
export function loader({ url }: Route.LoaderArgs): never {
  const status = Number(url.pathname.slice(1, 4));
  const statusParam = url.searchParams.get("error_status") ?? "";
  const error_status = /^[1-5]\d\d$/.test(statusParam) ? statusParam : "";
  const error_data = firstCharacters((url.searchParams.get("error_data") ?? "").trim(), MOST_SHOWN);
  // The error happened elsewhere, so it isn't in our logs.
  const message = status === 500 ? "The problem is on our end. Try again in a moment." : "";
  throw data({ message, error_status, error_data }, { status });
}

/** Renders nothing: the root's error boundary shows the error. */
export default function ErrorOfAddress() {
  return null;
}
