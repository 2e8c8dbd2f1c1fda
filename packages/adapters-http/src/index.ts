export { makeStoreClient, type StoreClientOptions } from "./store-client/store-client.ts";
