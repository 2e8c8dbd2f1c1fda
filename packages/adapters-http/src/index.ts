export { makePayPal, type PayPalOptions } from "./paypal/paypal.ts";
export { makeStoreClient, type StoreClientOptions } from "./store-client/store-client.ts";
