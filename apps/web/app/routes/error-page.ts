import { data } from "react-router";
import type { Route } from "./+types/error-page";

/** How much of what an address says of an error is shown, in characters. */
const MOST_SHOWN = 200;

/** The pages of errors that other channels lead to: `/401`, `/404` and `/500`, with that status. (SHL-07) */
export function loader({ url }: Route.LoaderArgs): never {
  const status = Number(url.pathname.slice(1, 4));
  const told = url.searchParams.get("error_status") ?? "";
  const error_status = /^[1-5]\d\d$/.test(told) ? told : "";
  const error_data = (url.searchParams.get("error_data") ?? "").trim().slice(0, MOST_SHOWN);
  // What failed elsewhere stands in nobody's log here.
  const message = status === 500 ? "It failed where you came from. Try again in a moment." : "";
  throw data({ message, error_status, error_data }, { status });
}

/** The error itself is shown by the frame around all pages. */
export default function ErrorOfAddress() {
  return null;
}
