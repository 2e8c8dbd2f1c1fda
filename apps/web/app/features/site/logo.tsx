import { useShopOrNull } from "#app/hooks/use-store.ts";

/** The store's own logo for the page's theme, or the default mark and the store's name. */
export function Logo() {
  const shop = useShopOrNull();
  const logo = shop?.logos.light ?? shop?.logos.dark ?? null;
  if (shop !== null && logo !== null)
    return (
      <>
        <img src={shop.logos.light ?? logo} alt="" className="logo logo-on-light" />
        <img src={shop.logos.dark ?? logo} alt="" className="logo logo-on-dark" />
      </>
    );
  return (
    <>
      <svg viewBox="0 0 24 24" className="size-6 text-mark" aria-hidden="true">
        <path fill="currentColor" d="M2 5h20v3H2zm0 11h20v3H2zM2 9.5h3v5H2zm17 0h3v5h-3zM8 9l8 3-8 3z" />
      </svg>
      {/* Hidden on the narrowest phones, which have no room for it. */}
      <span className="max-w-60 truncate max-[26rem]:hidden">{shop?.name}</span>
    </>
  );
}
