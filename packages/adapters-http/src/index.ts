export { makeWallet, type PayPalOptions } from "./paypal/wallet.ts";
export { makeStoreClient, type StoreClientOptions } from "./store-client/store-client.ts";
