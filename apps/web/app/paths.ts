import type { Interval, LicenseId } from "@backlot/domain";
import { LIBRARIES } from "@backlot/domain/catalog/collection";
import { categoryPath } from "@backlot/domain/catalog/listing";
import { pricingPath } from "@backlot/domain/plans/pricing-path";

const libraryAt = (id: number) => LIBRARIES.find((each) => each.id === id) ?? LIBRARIES[0];

/** A still in two sizes and as JPEG; the sequence of a tile, with alpha, and without. */
const MEDIA_FILES = {
  still: ".avif",
  small: "-640.avif",
  jpg: ".jpg",
  tile: "-tile.mp4",
  alpha: ".webm",
  video: ".mp4",
  scene: ".glb",
} as const;

/** Every address of the site, once. */
export const paths = {
  home: "/",
  sitemap: "/sitemap.xml",
  pricing: "/pricing",
  pricingFor: (license: LicenseId, interval?: Interval) =>
    pricingPath(license, interval === undefined ? {} : { interval }),
  checkout: (variant: number, license?: number) =>
    `/checkout/${variant}${license === undefined ? "" : `?license_id=${license}`}`,
  /** The checkout of a plan under a license that was chosen there, or at that choice. */
  checkoutUnder: (address: string, license: number | null) => {
    const url = new URL(address, "http://own.invalid");
    url.searchParams.set("license", license === null ? "choose" : "chosen");
    if (license !== null) url.searchParams.set("license_id", String(license));
    return `${url.pathname}${url.search}`;
  },
  thankYou: "/thank-you",
  confirming: "/checkout/confirming",
  confirmingOf: (order: string) => `/checkout/confirming?order=${order}`,
  payPalOrder: (id: string, leave = false) => `/checkout/paypal?order=${id}${leave ? "&cancelled=1" : ""}`,
  /** Home or an item's page, after credits were bought by PayPal: it says so where the store knows of it. */
  purchased: (credits: number, page = "/") => `${page}?from_paypal=true&purchased_credits=${credits}`,
  cart: "/cart",
  cartCheckout: "/checkout",
  /** The cart's checkout, at the choice of its license. */
  cartLicense: "/checkout?step=license",
  /** The cart's checkout, at the account: to sign up or in before paying. */
  cartAccount: "/checkout?step=account",
  /** The cart's checkout, at its payment. */
  cartPayment: "/checkout?step=payment",
  instantPurchase: (slug: string, variant: number) => `/instant-purchase?collection-slug=${slug}&variant=${variant}`,
  orders: (startingAfter?: string) =>
    `/accounts/orders${startingAfter === undefined ? "" : `?starting_after=${startingAfter}`}`,
  order: (id: string) => `/accounts/orders/${id}`,
  receipt: (id: string) => `/accounts/orders/${id}/receipt`,
  /** An order of a guest: by the browser that it was bought with, or by a link. */
  guestOrder: (id: string) => `/orders/${id}`,
  guestReceipt: (id: string, link: string | null) =>
    `/orders/${id}/receipt${link === null ? "" : `?link=${encodeURIComponent(link)}`}`,
  boughtAsGuest: (id: string) => `/orders/${id}?bought=1`,
  /** Where a guest has the links of their orders sent again. */
  orderLinks: "/orders",
  /** An order right after its purchase: it says so. */
  bought: (id: string) => `/accounts/orders/${id}?bought=1`,
  subscription: "/accounts/subscriptions",
  credits: "/credits",
  /** Where the credits are bought that an item lacks, to come back to it; more of them without an item. */
  creditsFor: (slug: string | null) => (slug === null ? "/credits" : `/credits?item=${slug}`),
  signIn: (next?: string) =>
    next === undefined || next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`,
  signUp: (next?: string) =>
    next === undefined || next === "/" ? "/sign-up" : `/sign-up?next=${encodeURIComponent(next)}`,
  /** Where a link in a mail confirms an address, and where the mail is sent again. */
  confirmation: "/users/confirmation",
  /** Where a forgotten password is replaced. */
  resetPassword: "/users/reset",
  /** After a free sign-up that was made on the prices. */
  subscribedToFreePlan: "/subscribed-to-free-plan",
  profile: "/accounts/profile",
  paymentMethods: "/accounts/payment-methods",
  security: "/accounts/security",
  /** What an account saved for later. */
  wishlists: (startingAfter?: number) =>
    `/accounts/wishlists${startingAfter === undefined ? "" : `?starting_after=${startingAfter}`}`,
  /** The files that an account downloaded or owns. */
  downloads: (startingAfter?: number) =>
    `/accounts/downloads${startingAfter === undefined ? "" : `?starting_after=${startingAfter}`}`,
  team: "/accounts/team",
  /** Where the link of a mail invites somebody into a team. */
  teamInvitation: (token: string) => `/accounts/team/invitation?token=${encodeURIComponent(token)}`,
  /** Everything that is kept of an account, as a file. */
  accountData: "/accounts/data",
  deleteAccount: "/accounts/delete",
  accountDeleted: "/accounts/deleted",
  /** The file of an account's certificate. */
  certificate: (number: string) => `/accounts/certificates/${number}`,
  /** Where anybody sees how a certificate stands. */
  verifyCertificate: (number: string) => `/licenses/verify/${number}`,
  signOut: "/sign-out",
  theme: "/theme",
  library: (id: number) => libraryAt(id).listing,
  product: (library: number, slug: string) => `${libraryAt(library).products}/${slug}`,
  /** What all libraries hold. */
  collections: "/collections",
  /** What comes with every paid plan. */
  freeForSubscribers: "/collections/free-for-subscribers",
  category: categoryPath,
  terms: "/terms-of-service",
  privacy: "/privacy-policy",
  license: "/license",
  licenses: "/licenses",
  media: (slug: string, kind: "still" | "small" | "jpg" | "tile" | "alpha" | "video" | "scene") =>
    `/media/${slug}${MEDIA_FILES[kind]}`,
} as const;
