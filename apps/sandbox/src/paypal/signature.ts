import { createHmac, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { toTime } from "./resources/values.ts";
import type { PayPalState } from "./state.ts";

/** Returns the signature of a transmission, over its id, its time, the webhook's id and the CRC32 of the raw body. */
export const transmissionSignature = (
  state: PayPalState,
  id: string,
  time: string,
  webhookId: string,
  body: string,
): string =>
  createHmac("sha256", state.signingKey)
    .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
    .digest("base64");

/** Returns the headers of a new, signed transmission. */
export const transmissionHeaders = (
  state: PayPalState,
  webhookId: string,
  body: string,
): Readonly<Record<string, string>> => {
  const [id, time] = [randomUUID(), toTime(state.now())];
  return {
    "paypal-transmission-id": id,
    "paypal-transmission-time": time,
    "paypal-transmission-sig": transmissionSignature(state, id, time, webhookId, body),
    "paypal-cert-url": "http://127.0.0.1/none",
    "paypal-auth-algo": "SHA256withRSA",
  };
};
