import { createHash, timingSafeEqual } from "node:crypto";
import { storageOrigin } from "@backlot/adapters-files";
import type { StaffRole } from "@backlot/domain";
import type { MiddlewareHandler } from "hono";
import { mayCall } from "./cors.ts";
import { sentAuthorization } from "./session-cookie.ts";
import type { StoreConfig } from "./settings/derived.ts";

const STRIPE = {
  script: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  connect: ["https://api.stripe.com"],
};

const RECAPTCHA = {
  script: ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"],
  frame: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
  connect: ["https://www.google.com/recaptcha/"],
};
const NOTHING = { script: [], frame: [], connect: [] };

/** Returns the policy sources for the newsletter's captcha, or none if there is no newsletter. */
const captchaOf = ({ newsletter }: Pick<StoreConfig, "newsletter">) => {
  if (newsletter === null) return NOTHING;
  if (newsletter.captchaUrl === undefined) return RECAPTCHA;
  const { origin } = new URL(newsletter.captchaUrl);
  return { script: [origin], frame: [origin], connect: [origin] };
};

/** Returns the policy sources for Churnkey, the failed-payment service, or none if it isn't configured. */
const recoveryOf = ({ recovery }: Pick<StoreConfig, "recovery">): readonly string[] =>
  recovery === null
    ? []
    : [recovery.scriptUrl === undefined ? "https://*.churnkey.co" : new URL(recovery.scriptUrl).origin];

/** Joins policy sources without duplicates. */
const sources = (...lists: readonly (readonly string[])[]): string => [...new Set(lists.flat())].join(" ");

/**
 * Returns a page's Content-Security-Policy header. `scripts` are the sources of its inline scripts: a nonce, which is
 * valid for one response, or hashes.
 */
export const contentSecurityPolicy = (
  config: Pick<StoreConfig, "chat" | "newsletter" | "recovery" | "stripe" | "s3">,
  scripts: readonly string[],
): string => {
  const sandbox = config.stripe.baseUrl === undefined ? null : new URL(config.stripe.baseUrl).origin;
  const provider = sandbox === null ? STRIPE : { script: [sandbox], frame: [sandbox], connect: [sandbox] };
  const captcha = captchaOf(config);
  const chat = config.chat?.origins ?? [];
  // Widgets render in the page and insert their own style sheets.
  const widgets = [...chat, ...recoveryOf(config)];
  const styles = widgets.length === 0 ? [] : ["'unsafe-inline'"];
  return [
    "default-src 'self'",
    `script-src ${sources(["'self'"], scripts, provider.script, captcha.script, widgets)}`,
    `style-src ${sources(["'self'"], styles, widgets)}`,
    // Components set positions in style attributes. This does not allow inline style sheets.
    "style-src-attr 'unsafe-inline'",
    // A 3D scene contains its textures, which the browser reads as blobs.
    `img-src ${sources(["'self'", "data:", "blob:"], widgets)}`,
    `font-src ${sources(["'self'"], widgets)}`,
    `media-src ${sources(["'self'", "blob:"], chat)}`,
    `connect-src ${sources(["'self'", "blob:"], provider.connect, captcha.connect, widgets)}`,
    `frame-src ${sources(provider.frame, captcha.frame, widgets)}`,
    "object-src 'none'",
    "base-uri 'none'",
    // Without JavaScript, a form submits to a download link, which can redirect to the storage bucket.
    ["form-action 'self'", ...(config.s3 === null ? [] : [storageOrigin(config.s3)])].join(" "),
    "frame-ancestors 'none'",
  ].join("; ");
};

/** Returns the headers of every response. A page's own policy replaces the one here. */
export const commonHeaders = (config: StoreConfig): Readonly<Record<string, string>> => ({
  "content-security-policy": contentSecurityPolicy(config, []),
  "x-content-type-options": "nosniff",
  // A stricter policy makes plain forms send "Origin: null", which looks like another site.
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  ...(config.publicUrl.protocol === "https:"
    ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : {}),
});

/**
 * Rejects cross-site requests that a browser sends with the store's cookie. Browsers state the origin of every such
 * request, so requests without an origin or with a token in a header are safe. Checks JSON requests the same way as
 * forms.
 */
export const sameOriginOnly =
  (config: Pick<StoreConfig, "publicUrl" | "corsOrigins">): MiddlewareHandler =>
  async (c, next) => {
    if (["GET", "HEAD", "OPTIONS"].includes(c.req.method) || sentAuthorization(c) !== null) return next();
    const origin = c.req.header("origin");
    if (origin === undefined) return next();
    const hosts = [config.publicUrl.host, c.req.header("host")];
    if (URL.canParse(origin) && hosts.includes(new URL(origin).host)) return next();
    // Without a token or a cookie, a request from another site's page comes from a visitor. Such a page may call only
    // the API, because the API sets no session cookie. A form on another site must not sign anyone in.
    const isApi = c.req.path.startsWith("/api/");
    if (isApi && c.req.header("cookie") === undefined && mayCall(config.corsOrigins, origin)) return next();
    return c.json({ error: { code: "forbidden", message: "This request came from another site." } }, 403);
  };

/**
 * Returns a function that finds the staff member for a key: null for an unknown key, and a null name for the shared
 * key, whose role is "admin". It compares the key with all known keys in constant time.
 */
export const staffByKey = (
  config: Pick<StoreConfig, "supportKey" | "staffKeys">,
): ((sent: string) => { readonly staff: string | null; readonly role: StaffRole } | null) => {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const shared = { staff: null, role: "admin" as const, digest: digest(config.supportKey) };
  const keys = [shared, ...config.staffKeys.map(({ name, role, key }) => ({ staff: name, role, digest: digest(key) }))];
  return (sent) => {
    const sentDigest = digest(sent);
    const [match] = keys.filter((key) => timingSafeEqual(key.digest, sentDigest));
    return match === undefined ? null : { staff: match.staff, role: match.role };
  };
};
