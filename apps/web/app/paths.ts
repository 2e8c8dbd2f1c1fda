import type { Interval, LicenseId, Provider } from "@backlot/domain";
import { LIBRARIES } from "@backlot/domain/catalog/collection";
import { categoryPath } from "@backlot/domain/catalog/listing";
import { pricingPath } from "@backlot/domain/plans/pricing-path";

const libraryAt = (id: number) => LIBRARIES.find((each) => each.id === id) ?? LIBRARIES[0];

/**
 * The file suffixes of a collection's media: a still in two sizes and as JPEG, the tile's video, videos with and
 * without alpha, and a 3D scene.
 */
const MEDIA_FILES = {
  still: ".avif",
  small: "-640.avif",
  jpg: ".jpg",
  tile: "-tile.mp4",
  alpha: ".webm",
  video: ".mp4",
  scene: ".glb",
} as const;

/** The URL parameter with the settings of a shared compositing desk. */
export const DESK = "desk";

/** A plan variant, and the license to buy it under; by default, the customer's. */
export interface ChosenPlan {
  readonly interval?: Interval;
  readonly variant?: number;
  readonly license?: LicenseId;
}

/** All paths of the site. */
export const paths = {
  home: "/",
  sitemap: "/sitemap.xml",
  pricing: "/pricing",
  pricingFor: (license: LicenseId, interval?: Interval) =>
    pricingPath(license, interval === undefined ? {} : { interval }),
  checkout: (variant: number, license?: number) =>
    `/checkout/${variant}${license === undefined ? "" : `?license_id=${license}`}`,
  /**
   * A plan's checkout with a chosen license. `address` is the checkout's path and query. With a null license, it starts
   * at the license step.
   */
  checkoutUnder: (address: string, license: number | null) => {
    const url = new URL(address, "http://own.invalid");
    url.searchParams.set("license", license === null ? "choose" : "chosen");
    if (license !== null) url.searchParams.set("license_id", String(license));
    return `${url.pathname}${url.search}`;
  },
  /** The page to change the current plan, with the given choices. */
  changePlan: ({ interval, variant, license }: ChosenPlan = {}) => {
    const query = new URLSearchParams();
    if (interval !== undefined) query.set("interval", interval);
    if (variant !== undefined) query.set("variant", String(variant));
    if (license !== undefined) query.set("license_id", String(license));
    return `/accounts/subscriptions/change${query.size === 0 ? "" : `?${query}`}`;
  },
  thankYou: "/thank-you",
  confirming: "/checkout/confirming",
  confirmingOf: (order: string) => `/checkout/confirming?order=${order}`,
  /** The subscription page with the message that an action there succeeded. */
  subscriptionSaid: (messageKey: string) => `/accounts/subscriptions?said=${messageKey}`,
  /** The page that shows the outcome of a pending plan order. */
  pendingOrder: ({ id, provider }: { readonly id: string; readonly provider: Provider }) =>
    `/checkout/${provider === "stripe" ? "confirming" : "return"}?order=${id}`,
  approval: (id: string, leave = false) => `/checkout/return?order=${id}${leave ? "&canceled=1" : ""}`,
  /**
   * The home page or an item's page, after credits were bought with a provider's approval. The page confirms the
   * purchase if the store has a record of it.
   */
  purchased: (credits: number, page = "/") => `${page}?from_paypal=true&purchased_credits=${credits}`,
  cart: "/cart",
  cartCheckout: "/checkout",
  /** The license step of the cart's checkout. */
  cartLicense: "/checkout?step=license",
  /** The account step of the cart's checkout. */
  cartAccount: "/checkout?step=account",
  /** The payment step of the cart's checkout. */
  cartPayment: "/checkout?step=payment",
  instantPurchase: (slug: string, variant: number) => `/instant-purchase?collection-slug=${slug}&variant=${variant}`,
  orders: (startingAfter?: string) =>
    `/accounts/orders${startingAfter === undefined ? "" : `?starting_after=${startingAfter}`}`,
  order: (id: string) => `/accounts/orders/${id}`,
  orderReceipt: (id: string) => `/accounts/orders/${id}/receipt`,
  receipt: (number: string) => `/accounts/receipts/${number}`,
  /** A guest's order. It needs the buyer's browser or a signed link. */
  guestOrder: (id: string) => `/orders/${id}`,
  guestReceipt: (id: string, link: string | null) =>
    `/orders/${id}/receipt${link === null ? "" : `?link=${encodeURIComponent(link)}`}`,
  boughtAsGuest: (id: string) => `/orders/${id}?bought=1`,
  /** The page that emails a guest new links to their orders. */
  orderLinks: "/orders",
  releaseSchedule: "/release-schedule",
  /** An order right after its purchase, with a confirmation. */
  bought: (id: string) => `/accounts/orders/${id}?bought=1`,
  subscription: "/accounts/subscriptions",
  credits: "/credits",
  /**
   * The page to buy the credits that the user still needs for an item, which then leads back to the item. For null, the
   * page to buy credits in general.
   */
  creditsFor: (slug: string | null) => (slug === null ? "/credits" : `/credits?item=${slug}`),
  signIn: (next?: string) =>
    next === undefined || next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`,
  signUp: (next?: string) =>
    next === undefined || next === "/" ? "/sign-up" : `/sign-up?next=${encodeURIComponent(next)}`,
  /** The page that confirms an email address, and sends the confirmation email again. */
  confirmation: "/users/confirmation",
  /** The page to reset a forgotten password. */
  resetPassword: "/users/reset",
  /** The page after a free sign-up on the pricing page. */
  subscribedToFreePlan: "/subscribed-to-free-plan",
  /** The free items of all libraries. */
  freeItems: "/collections?access=free",
  profile: "/accounts/profile",
  paymentMethods: "/accounts/payment-methods",
  security: "/accounts/security",
  /** The page where customers allow apps to act for them. The API gives apps its URL. */
  connect: "/connect",
  /** The account's saved items. */
  wishlists: (startingAfter?: number) =>
    `/accounts/wishlists${startingAfter === undefined ? "" : `?starting_after=${startingAfter}`}`,
  /** The files that an account downloaded or owns. */
  downloads: (startingAfter?: number) =>
    `/accounts/downloads${startingAfter === undefined ? "" : `?starting_after=${startingAfter}`}`,
  team: "/accounts/team",
  /** The page of a team invitation, linked from the email. */
  teamInvitation: (token: string) => `/accounts/team/invitation?token=${encodeURIComponent(token)}`,
  /** The data export of an account. */
  accountData: "/accounts/data",
  deleteAccount: "/accounts/delete",
  accountDeleted: "/accounts/deleted",
  /** A certificate's PDF, for its owner. */
  certificate: (number: string) => `/accounts/certificates/${number}`,
  /** The public status page of a certificate. */
  verifyCertificate: (number: string) => `/licenses/verify/${number}`,
  signOut: "/sign-out",
  theme: "/theme",
  library: (id: number) => libraryAt(id).listing,
  product: (library: number, slug: string) => `${libraryAt(library).products}/${slug}`,
  /** The listing of all libraries. */
  collections: "/collections",
  /** Items included in every paid plan. */
  freeForSubscribers: "/collections/free-for-subscribers",
  category: categoryPath,
  terms: "/terms-of-service",
  privacy: "/privacy-policy",
  license: "/license",
  licenses: "/licenses",
  media: (slug: string, kind: "still" | "small" | "jpg" | "tile" | "alpha" | "video" | "scene") =>
    `/media/${slug}${MEDIA_FILES[kind]}`,
} as const;
