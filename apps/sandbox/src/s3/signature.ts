import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const S3_KEYS = { id: "AKIASANDBOX", secret: "sandbox-secret-key-of-storage" } as const;

/** Why a request is rejected, as an S3 error code. */
type S3Refusal = "AccessDenied" | "SignatureDoesNotMatch" | "InvalidAccessKeyId";

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parses a date such as 20261121T101500Z into milliseconds since 1970. */
const momentOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, "$1-$2-$3T$4:$5:$6Z"));

/** How far a client's clock may differ from the sandbox's, in milliseconds. */
const SKEW_MS = 15 * 60_000;

interface Claim {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  readonly payload: string;
  /** When the signature expires, in milliseconds since 1970. */
  readonly until: number;
}

const claimOf = (url: URL, headers: Headers): Claim | null => {
  const query = (name: string): string => url.searchParams.get(name) ?? "";
  if (query("X-Amz-Signature") !== "") {
    const date = query("X-Amz-Date");
    return {
      credential: query("X-Amz-Credential"),
      signedHeaders: query("X-Amz-SignedHeaders"),
      signature: query("X-Amz-Signature"),
      date,
      payload: query("X-Amz-Content-Sha256") || "UNSIGNED-PAYLOAD",
      until: momentOf(date) + Number(query("X-Amz-Expires")) * 1_000,
    };
  }
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.get("authorization") ?? "",
    ) ?? [];
  const date = headers.get("x-amz-date") ?? "";
  return credential === undefined || signedHeaders === undefined || signature === undefined
    ? null
    : {
        credential,
        signedHeaders,
        signature,
        date,
        payload: headers.get("x-amz-content-sha256") ?? "",
        until: momentOf(date) + SKEW_MS,
      };
};

/**
 * Checks a request's AWS Signature Version 4, in its headers or its query. Returns why the request is rejected, or null
 * if it is valid. `now` is in milliseconds.
 */
export const refusalOf = (method: string, url: URL, headers: Headers, now: number): S3Refusal | null => {
  const claim = claimOf(url, headers);
  if (claim === null || Number.isNaN(claim.until)) return "AccessDenied";
  const [id, day = "", region = "", service = "", end = ""] = claim.credential.split("/");
  if (id !== S3_KEYS.id) return "InvalidAccessKeyId";
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, one], [b, other]) => (a < b ? -1 : a > b ? 1 : one < other ? -1 : 1))
    .map((pair) => pair.join("="))
    .join("&");
  const lines = claim.signedHeaders
    .split(";")
    .map((name) => `${name}:${(headers.get(name) ?? "").trim().replace(/ +/g, " ")}\n`);
  const request = [method, url.pathname, query, lines.join(""), claim.signedHeaders, claim.payload].join("\n");
  const hash = createHash("sha256").update(request).digest("hex");
  const scope = [day, region, service, end].join("/");
  const key = hmac(hmac(hmac(hmac(`AWS4${S3_KEYS.secret}`, day), region), service), end);
  const expected = hmac(key, ["AWS4-HMAC-SHA256", claim.date, scope, hash].join("\n"));
  const given = Buffer.from(claim.signature, "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return "SignatureDoesNotMatch";
  return now > claim.until || now < momentOf(claim.date) - SKEW_MS ? "AccessDenied" : null;
};
