import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

/** A network of IPv6 that one customer of a provider commonly holds whole, in bits. */
const NETWORK_BITS = 64;

/** An address as limits count it: one form for every spelling, and one for a whole network of IPv6. */
const counted = (text: string): string => {
  // Some proxies name a port too.
  const address = ipaddr.isValid(text) ? text : text.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${NETWORK_BITS}`).toString()
    : parsed.toString();
};

/**
 * Where a request comes from, as limits count it. Each of `proxies` in front of the store adds to X-Forwarded-For whom
 * it was asked by; what stands before that was written by anybody, and is not believed. (DSC-02)
 */
export const clientAddress =
  (proxies: number) =>
  (c: Context): string => {
    const socket = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? "";
    const forwarded = c.req.header("x-forwarded-for")?.split(",") ?? [];
    const hops = [...(proxies === 0 ? [] : forwarded.slice(-proxies)), socket];
    return counted((hops[0] ?? "").trim());
  };
