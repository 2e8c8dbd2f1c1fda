import { BadSetting } from "./bad-setting.ts";

/**
 * The settings without which no store starts, and an example of each: outside production, or null if it isn't needed
 * there, and in production. Without the number of proxies, all visitors behind one would share an address.
 */
const NEEDED: readonly (readonly [name: string, trial: string | null, live: string])[] = [
  ["STRIPE_SECRET_KEY", "sk_test_…", "sk_live_…"],
  ["STRIPE_PUBLISHABLE_KEY", "pk_test_…", "pk_live_…"],
  ["STRIPE_WEBHOOK_SECRET", "whsec_…", "whsec_…"],
  ["SMTP_URL", "smtp://127.0.0.1:1025", "smtps://user:password@mail.example:465"],
  ["PUBLIC_URL", null, "https://shop.example"],
  ["TRUSTED_PROXIES", null, "1, the number of proxies in front of the store"],
];

/** Throws BadSetting with all settings that are missing, so that nobody finds them one start at a time. */
export const checkNeeded = (env: Readonly<Record<string, string | undefined>>): void => {
  const isLive = env.NODE_ENV === "production";
  const missing = NEEDED.flatMap(([name, trial, live]) => {
    const example = isLive ? live : trial;
    return example === null || env[name] ? [] : [{ name, example }];
  });
  const [first, ...others] = missing;
  if (first === undefined) return;
  if (others.length === 0) throw new BadSetting(`${first.name} is not set: use a value such as ${first.example}.`);
  const all = missing.map(({ name, example }) => `${name} (such as ${example})`);
  throw new BadSetting(`These settings are missing: ${all.join(", ")}.`);
};
