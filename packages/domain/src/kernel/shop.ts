import type { LogoKind, PublicShop, Shop, ShopProfile } from "./shop.schema.ts";

export type { LogoKind, PublicShop, Shop, ShopContact, ShopProfile, ShopSeller } from "./shop.schema.ts";

/** The name of a new store. */
const SHOP_NAME = "Backlot";

/** The versions of a store's own logos, by kind. A logo without a version isn't set. */
export type LogoVersions = { readonly [K in LogoKind]?: string };

const logoPath = (kind: LogoKind, version: string): string => `/shop/logo/${kind}?v=${version}`;

/** Returns a store's name and look, with defaults for anything that its owner hasn't set. */
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
    contact: {
      support_email: profile.support_email ?? null,
      sales_email: profile.sales_email ?? null,
      discord: profile.discord ?? null,
      product_requests: profile.product_requests ?? null,
      roadmap: profile.roadmap ?? null,
      selling: profile.selling ?? null,
      jobs: profile.jobs ?? null,
      bug_reports: profile.bug_reports ?? null,
    },
    seller: {
      name: profile.seller_name ?? null,
      address: profile.seller_address ?? [],
      tax_id: profile.seller_tax_id ?? null,
    },
  };
};

/** Returns the public part of a store: all but its seller. */
export const publicShop = ({ seller: _, ...shop }: Shop): PublicShop => shop;

/** A store's name and look alone. */
export type ShopLook = Omit<Shop, "contact" | "seller">;

/** Returns a store with the given contacts and seller for anything that its owner hasn't set. */
export const withShopDefaults = (shop: Shop, defaults: Pick<Shop, "contact" | "seller">): Shop => {
  const set = Object.entries(shop.contact).filter(([, value]) => value !== null);
  const { name, address, tax_id } = shop.seller;
  return {
    ...shop,
    contact: { ...defaults.contact, ...Object.fromEntries(set) },
    seller: {
      name: name ?? defaults.seller.name,
      address: address.length > 0 ? address : defaults.seller.address,
      tax_id: tax_id ?? defaults.seller.tax_id,
    },
  };
};

/** The name and look of a new store. */
export const NEW_SHOP: Shop = /* @__PURE__ */ shopOf({}, {});
