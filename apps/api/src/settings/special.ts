import { APPROVAL_PROVIDERS, LICENSE_RULES, PROVIDER_NAMES, type ProvidersThat, RATE_LIMITS } from "@backlot/domain";
import { BadSetting } from "../bad-setting.ts";
import { type Setting, count, needed, onOrOff, parsed } from "./kinds.ts";

type LimitSetting = (typeof RATE_LIMITS)[keyof typeof RATE_LIMITS]["setting"];

/** The rate limit settings, generated from the table of limits. */
export const limits = Object.fromEntries(
  Object.values(RATE_LIMITS).map(({ setting, attempts, counts }, at) => [
    setting,
    count(attempts, counts, at === 0 ? { section: "Rate limits" } : {}),
  ]),
) as { readonly [Name in LimitSetting]: Setting<number> };

type HiddenSetting = `${Uppercase<ProvidersThat<"approval">>}_HIDDEN`;

/** The settings that hide providers from buyers, such as PAYPAL_HIDDEN. Cards are never hidden. */
export const hidden = Object.fromEntries(
  APPROVAL_PROVIDERS.map((provider) => [
    `${provider.toUpperCase()}_HIDDEN`,
    onOrOff(false, `on: hide ${PROVIDER_NAMES[provider]} on payment pages. Its existing subscriptions continue.`),
  ]),
) as { readonly [Name in HiddenSetting]: Setting<boolean> };

export const mailServer: Setting<string> = {
  ...needed(
    "The URL of the mail server. With the sandbox, `npm start` uses the sandbox's inbox.",
    "smtp://127.0.0.1:1025",
    "smtps://user:password@mail.example:465",
    { section: "Email" },
  ),
  read: (_, value) => {
    if (value !== null && /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value)) return value;
    // The URL can contain a password, so don't echo it.
    throw new BadSetting("SMTP_URL isn't a mail server's URL. Use one such as smtps://user:password@mail.example:465.");
  },
};

/** The rule for license changes, or null if it is missing. */
export const licenseRule = parsed(
  null,
  (value) => LICENSE_RULES.find((rule) => rule === value),
  LICENSE_RULES.join(" or "),
  "",
);

/** Returns the origins in a comma-separated list, or undefined if one isn't an origin. `*` means all. */
export const originsIn = (value: string): readonly string[] | undefined => {
  const origins = value.split(",").flatMap((each) => each.trim() || []);
  const isOrigin = (each: string): boolean => each === "*" || (URL.canParse(each) && new URL(each).origin === each);
  return origins.every(isOrigin) ? origins : undefined;
};
