import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

/** The length of the IPv6 prefix that an internet provider typically assigns to one customer, in bits. */
const NETWORK_BITS = 64;

/**
 * Normalizes an IP address for rate limits. All addresses in an IPv6 network map to the same value. Invalid addresses
 * map to "unknown".
 */
const counted = (text: string): string => {
  // Some proxies append a port.
  const address = ipaddr.isValid(text) ? text : text.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${NETWORK_BITS}`).toString()
    : parsed.toString();
};

/**
 * Returns a function that finds a client's address for rate limits. `proxies` is the number of trusted proxies, each of
 * which appends its client's address to X-Forwarded-For. Earlier entries can be forged, so they are ignored.
 */
export const clientAddress =
  (proxies: number) =>
  (c: Context): string => {
    const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? "";
    const forwarded = c.req.header("x-forwarded-for")?.split(",") ?? [];
    const hops = [...(proxies === 0 ? [] : forwarded.slice(-proxies)), socket];
    return counted((hops[0] ?? "").trim());
  };
