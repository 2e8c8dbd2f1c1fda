import { data } from "react-router";
import type { Route } from "./+types/error-page";

/** How much of what an address says of an error is shown, in characters. */
const MOST_SHOWN = 200;

/** The pages of errors that other channels lead to: `/401`, `/404` and `/500`, with that status. (SHL-07) */
export function loader({ url }: Route.LoaderArgs): never {
  const status = Number(url.pathname.slice(1, 4));
  const [error_status, error_data] = ["error_status", "error_data"].map((name) =>
    (url.searchParams.get(name) ?? "").trim().slice(0, MOST_SHOWN),
  );
  throw data({ message: "", error_status, error_data }, { status });
}

/** The error itself is shown by the frame around all pages. */
export default function ErrorOfAddress() {
  return null;
}
