/** Returns the pagination key in the URL as a query, or an empty query if it is missing or invalid. */
export const startingAfter = (url: URL): { readonly starting_after?: number } => {
  const after = Number(url.searchParams.get("starting_after") ?? "");
  return Number.isSafeInteger(after) && after > 0 && after <= 2_000_000_000 ? { starting_after: after } : {};
};
