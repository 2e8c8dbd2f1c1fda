import type { Scope } from "@backlot/domain/accounts/scope";

/**
 * The operations that apps can call for customers, by required scope. Tokens can't call any others, such as those for
 * the account's password, sessions, team, licensee, or deletion, or those for staff.
 */
export const SCOPED_OPERATIONS: Readonly<Record<Scope, readonly string[]>> = {
  "catalog:read": [
    ...["settings.get", "settings.claims", "settings.stockClaims", "licenseTypes.list"],
    ...["planVariants.list", "planVariants.get", "creditPacks.list"],
    ...["collections.list", "collections.categories", "collections.home", "collections.releases"],
    ...["collections.related", "collections.get", "searches.find", "products.prices"],
    ...["articles.list", "articles.get", "articles.legal"],
  ],
  quote: ["checkout.quote", "subscriptions.quote", "subscriptions.checkDiscount", "subscriptions.changePreview"],
  "customer:act": [
    "users.me",
    ...["carts.get", "carts.put", "carts.putDiscount", "carts.removeDiscount", "checkout.view"],
    ...["payments.setupIntent", "payments.cards", "payments.paymentIntent", "payments.paymentIntentConfirm"],
    ...["subscriptions.subscribe", "subscriptions.cancel", "subscriptions.resume", "subscriptions.payOverdue"],
    ...["purchases.known", "purchases.creditPack", "purchases.collection", "purchases.cart"],
    ...["orders.list", "orders.get", "orders.receipt", "orders.download"],
    ...["orders.initializeSubscription", "orders.paypal", "orders.returned", "orders.left"],
    ...["receipts.list", "receipts.file", "certificates.list", "certificates.file"],
    ...["downloads.list", "downloads.download", "downloads.scene", "downloads.collectionVariant"],
    ...["wishlists.list", "wishlists.add", "wishlists.remove"],
  ],
};

/** The operations that any token may call: health checks, and signing itself out. */
export const UNSCOPED_OPERATIONS: readonly string[] = ["health.check", "health.live", "accounts.signOut"];

const SCOPE_OF: ReadonlyMap<string, Scope> = new Map(
  (Object.keys(SCOPED_OPERATIONS) as Scope[]).flatMap((scope) =>
    SCOPED_OPERATIONS[scope].map((name) => [name, scope] as const),
  ),
);

/** Returns the scope that a token needs for an operation, or null if no token may call it. */
export const scopeOf = (operation: string): Scope | null => SCOPE_OF.get(operation) ?? null;
