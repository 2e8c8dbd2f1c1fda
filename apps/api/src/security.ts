import { createHash, timingSafeEqual } from "node:crypto";
import { storageOrigin } from "@backlot/adapters-files";
import type { MiddlewareHandler } from "hono";
import type { Config } from "./config.ts";

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

/** What the captcha of the newsletter loads: nothing where there is none. */
const captchaOf = ({ newsletter }: Pick<Config, "newsletter">) => {
  if (newsletter === null) return NOTHING;
  if (newsletter.captchaUrl === undefined) return RECAPTCHA;
  const { origin } = new URL(newsletter.captchaUrl);
  return { script: [origin], frame: [origin], connect: [origin] };
};

/** What the service of failed payments loads: nothing where there is none. */
const recoveryOf = ({ recovery }: Pick<Config, "recovery">): readonly string[] =>
  recovery === null
    ? []
    : [recovery.scriptUrl === undefined ? "https://*.churnkey.co" : new URL(recovery.scriptUrl).origin];

/** Sources of a policy, each once. */
const sources = (...lists: readonly (readonly string[])[]): string => [...new Set(lists.flat())].join(" ");

/**
 * What a page may load and who may frame it. `scripts` are those that stand in the page itself, as the policy names
 * them: by a nonce, which is good for one answer, or by their hashes.
 */
export const contentSecurityPolicy = (
  config: Pick<Config, "chat" | "newsletter" | "recovery" | "stripe" | "s3">,
  scripts: readonly string[],
): string => {
  const sandbox = config.stripe.baseUrl === undefined ? null : new URL(config.stripe.baseUrl).origin;
  const provider = sandbox === null ? STRIPE : { script: [sandbox], frame: [sandbox], connect: [sandbox] };
  const captcha = captchaOf(config);
  const chat = config.chat?.origins ?? [];
  // A widget draws in the page, with style sheets that it writes there itself.
  const widgets = [...chat, ...recoveryOf(config)];
  const styles = widgets.length === 0 ? [] : ["'unsafe-inline'"];
  return [
    "default-src 'self'",
    `script-src ${sources(["'self'"], scripts, provider.script, captcha.script, widgets)}`,
    `style-src ${sources(["'self'"], styles, widgets)}`,
    // Components set positions by attribute; no style sheet comes in that way.
    "style-src-attr 'unsafe-inline'",
    // A scene brings its maps along: the browser reads them as blobs.
    `img-src ${sources(["'self'", "data:", "blob:"], widgets)}`,
    `font-src ${sources(["'self'"], widgets)}`,
    `media-src ${sources(["'self'"], chat)}`,
    `connect-src ${sources(["'self'", "blob:"], provider.connect, captcha.connect, widgets)}`,
    `frame-src ${sources(provider.frame, captcha.frame, widgets)}`,
    "object-src 'none'",
    "base-uri 'none'",
    // Without scripts a form leads to a file, and the store's link on to the bucket that has it.
    ["form-action 'self'", ...(config.s3 === null ? [] : [storageOrigin(config.s3)])].join(" "),
    "frame-ancestors 'none'",
  ].join("; ");
};

/** Headers of every answer. A page's own policy takes the place of the one here. */
export const commonHeaders = (config: Config): Readonly<Record<string, string>> => ({
  "content-security-policy": contentSecurityPolicy(config, []),
  "x-content-type-options": "nosniff",
  // A stricter policy sends "Origin: null" with plain forms, which then look like another site's.
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  ...(config.publicUrl.protocol === "https:"
    ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : {}),
});

/**
 * Refuses what another site makes a browser send with its cookie. A browser states the origin of every such request;
 * who sends none, or a token in a header, is no browser under another's command. JSON is checked like forms.
 */
export const sameOriginOnly =
  (config: Pick<Config, "publicUrl">): MiddlewareHandler =>
  async (c, next) => {
    if (["GET", "HEAD", "OPTIONS"].includes(c.req.method) || c.req.header("authorization") !== undefined) return next();
    const origin = c.req.header("origin");
    if (origin === undefined) return next();
    const own = [config.publicUrl.host, c.req.header("host")];
    if (URL.canParse(origin) && own.includes(new URL(origin).host)) return next();
    return c.json({ error: { code: "forbidden", message: "This request came from another site." } }, 403);
  };

/**
 * Who of the staff sends a key: null for none of their keys, nobody in particular for the one that they share. It is
 * compared with all of them, in a time that tells nothing of where it differs. (CLI-02)
 */
export const staffByKey = (
  config: Pick<Config, "supportKey" | "staffKeys">,
): ((sent: string) => { readonly staff: string | null } | null) => {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const shared = { staff: null, digest: digest(config.supportKey) };
  const keys = [shared, ...config.staffKeys.map(({ name, key }) => ({ staff: name, digest: digest(key) }))];
  return (sent) => {
    const asked = digest(sent);
    const [found] = keys.filter((key) => timingSafeEqual(key.digest, asked));
    return found === undefined ? null : { staff: found.staff };
  };
};
