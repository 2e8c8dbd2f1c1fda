export * from "./caller.ts";
export * from "./catalogue/import-catalogue.ts";
export * from "./store.ts";
export * from "./store-ports.ts";
export { heedWebhook } from "./subscriptions/heed-webhook.ts";
export { recoverOrders } from "./subscriptions/recover.ts";
