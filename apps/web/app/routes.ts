import { type RouteConfig, index, route } from "@react-router/dev/routes";

const pricing = (path: string, id: string) => route(path, "./routes/pricing.tsx", { id });
const library = (path: string, id: string) => route(path, "./routes/library.tsx", { id });
const product = (path: string, id: string) => route(path, "./routes/product.tsx", { id });
const legal = (path: string, id: string) => route(path, "./routes/legal.tsx", { id });

export default [
  index("./routes/home.tsx"),
  pricing("pricing", "pricing"),
  pricing("pricing/individual", "pricing-individual"),
  pricing("pricing/studio", "pricing-studio"),
  pricing("pricing/enterprise", "pricing-enterprise"),
  route("checkout/confirming", "./routes/confirming.tsx"),
  route("checkout/paypal", "./routes/paypal-return.tsx"),
  route("checkout/:id", "./routes/checkout.tsx"),
  route("checkout", "./routes/cart-checkout.tsx"),
  route("cart", "./routes/cart.tsx"),
  route("instant-purchase", "./routes/instant-purchase.tsx"),
  route("accounts/orders", "./routes/orders.tsx"),
  route("accounts/orders/:id", "./routes/order.tsx"),
  route("accounts/orders/:id/receipt", "./routes/receipt.ts"),
  route("orders", "./routes/order-links.tsx"),
  route("orders/:id", "./routes/order.tsx", { id: "guest-order" }),
  route("orders/:id/receipt", "./routes/receipt.ts", { id: "guest-receipt" }),
  route("accounts/subscriptions", "./routes/subscription.tsx"),
  route("credits", "./routes/credits.tsx"),
  route("thank-you", "./routes/thank-you.tsx"),
  route("sign-in", "./routes/sign-in.tsx"),
  route("sign-up", "./routes/sign-up.tsx"),
  route("users/confirmation", "./routes/confirmation.tsx"),
  route("sign-out", "./routes/sign-out.tsx"),
  route("theme", "./routes/theme.tsx"),
  library("products", "library-2d"),
  library("practice-footage", "library-practice"),
  library("3d", "library-3d"),
  product("collections/:slug", "product-2d"),
  product("practice-footage/:slug", "product-practice"),
  product("3d/:slug", "product-3d"),
  legal("terms-of-service", "terms"),
  legal("privacy-policy", "privacy"),
  legal("license", "licence-agreement"),
  legal("licenses", "licences"),
  route("*", "./routes/not-found.tsx"),
] satisfies RouteConfig;
