import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./api.ts";
import { StoreError } from "./store-error.ts";

export type { components, operations, paths } from "./api.ts";
export { StoreError } from "./store-error.ts";

/** The named schemas of the API, such as `Schemas["PlanVariant"]`. */
export type Schemas = components["schemas"];

/** The address of a store, and the caller's credentials. */
export interface StoreOptions {
  /** The store's address, such as "https://shop.example". */
  readonly baseUrl: string;
  /** A customer's token, or a support key. Without a token, requests are anonymous. */
  readonly token?: string;
  /** A replacement for `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client with a method for each HTTP method: `store.GET("/api/plan_variants")`. */
export type StoreClient = Client<paths>;

/** Creates a client for a store. Throws TypeError if the address isn't an http or https URL. */
export const createStoreClient = ({ baseUrl, token, fetch }: StoreOptions): StoreClient => {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError(`baseUrl is "${baseUrl}". Use a URL such as https://shop.example.`);
  return createClient<paths>({
    baseUrl: new URL(baseUrl).origin,
    ...(fetch === undefined ? {} : { fetch }),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
};

/** A response: its data, or an error. */
interface Reply<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the data of a call. Throws StoreError, with the code and the message, if the store refused the call. */
export const unwrap = async <Data>(call: Promise<Reply<Data>>): Promise<Data> => {
  const { data, error, response } = await call;
  if (error !== undefined || !response.ok) throw new StoreError(response, error);
  return data as Data;
};
