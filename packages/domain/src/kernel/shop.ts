import type { LogoKind, Shop, ShopProfile } from "./shop.schema.ts";

export type { LogoKind, Shop, ShopProfile } from "./shop.schema.ts";

/** The name of a new store. */
export const SHOP_NAME = "Backlot";

/** The versions of a store's own logos, by kind. A logo without a version isn't set. */
export type LogoVersions = { readonly [K in LogoKind]?: string };

/** Returns the path of a logo. */
export const logoPath = (kind: LogoKind, version: string): string => `/shop/logo/${kind}?v=${version}`;

/** Returns a store's name and look, with defaults for what its owner hasn't set. */
export const shopOf = (profile: ShopProfile, logos: LogoVersions): Shop => {
  const name = profile.name ?? SHOP_NAME;
  const urlOf = (kind: LogoKind): string | null => {
    const version = logos[kind];
    return version === undefined ? null : logoPath(kind, version);
  };
  return {
    name,
    title: profile.title ?? `${name}: visual-effects elements, practice footage, and 3D assets`,
    description:
      profile.description ?? "Fire, smoke, sparks, practice plates, and 3D assets for people who finish shots.",
    slogan: profile.slogan ?? "Made for people who finish shots.",
    accent: profile.accent ?? null,
    logos: { light: urlOf("light"), dark: urlOf("dark"), icon: urlOf("icon") },
  };
};

/** The name and look of a new store. */
export const NEW_SHOP: Shop = /* @__PURE__ */ shopOf({}, {});
