/** The key after which a page of a list begins, as an address names it; none where it names none that could be one. */
export const startingAfter = (url: URL): { readonly starting_after?: number } => {
  const after = Number(url.searchParams.get("starting_after") ?? "");
  return Number.isSafeInteger(after) && after > 0 && after <= 2_000_000_000 ? { starting_after: after } : {};
};
