import { offeredPayers, taxRate } from "@backlot/domain";
import type { ShopCache } from "@backlot/application";
import type { ShopSettings } from "@backlot/ports";
import type { StoreConfig } from "./settings/derived.ts";

const CHURNKEY = "https://assets.churnkey.co";

/** Returns the store settings that pages need. */
export const shopSettings = (config: StoreConfig, cache: ShopCache): ShopSettings => ({
  isTestStore: config.isTestStore,
  get supportEmail() {
    return cache.supportEmail();
  },
  tax: taxRate(config.taxPercent),
  siteUrl: config.publicUrl.origin,
  payers: offeredPayers({ hasKeys: (provider) => config[provider] !== null, hidden: config.hiddenPayers }),
  analytics: config.analytics !== null,
  newsletter:
    config.newsletter === null
      ? null
      : {
          siteKey: config.newsletter.siteKey,
          scriptUrl: `${config.newsletter.captchaUrl ?? "https://www.google.com"}/recaptcha/api.js?render=explicit`,
        },
  chat: config.chat === null ? null : { scriptUrl: config.chat.scriptUrl },
  recovery:
    config.recovery === null
      ? null
      : {
          scriptUrl:
            config.recovery.scriptUrl ?? `${CHURNKEY}/js/app.js?appId=${encodeURIComponent(config.recovery.appId)}`,
          appId: config.recovery.appId,
          mode: config.stripe.secretKey.includes("_live_") ? "live" : "test",
        },
  stripe: {
    publishableKey: config.stripe.publishableKey,
    standInUrl:
      config.stripe.baseUrl === undefined ? null : `${new URL(config.stripe.baseUrl).origin}/stripe-standin.js`,
  },
});
