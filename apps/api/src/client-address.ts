import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

/** The prefix length of an IPv6 network that one customer of an internet provider typically has, in bits. */
const NETWORK_BITS = 64;

/** Normalizes an address for rate limits: one form for every spelling, and one for a whole IPv6 network. */
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
 * Returns the client's address for rate limits. Each of the trusted `proxies` appends its client's address to
 * X-Forwarded-For; earlier entries can be forged, so they are ignored.
 */
export const clientAddress =
  (proxies: number) =>
  (c: Context): string => {
    const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? "";
    const forwarded = c.req.header("x-forwarded-for")?.split(",") ?? [];
    const hops = [...(proxies === 0 ? [] : forwarded.slice(-proxies)), socket];
    return counted((hops[0] ?? "").trim());
  };
