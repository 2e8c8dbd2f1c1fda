export { type ChurnkeyOptions, makeChurnkey } from "./churnkey/churnkey.ts";
export { type ActiveCampaignOptions, makeActiveCampaign } from "./newsletter/active-campaign.ts";
export { makeRecaptcha, type RecaptchaOptions } from "./newsletter/recaptcha.ts";
export { makePayPal, type PayPalOptions } from "./paypal/paypal.ts";
export { isLivePayPal } from "./paypal/client.ts";
export { rehearsePayPal } from "./paypal/rehearsal.ts";
export { makePayPalSetup, type PayPalSetupOptions, WEBHOOK_EVENTS as PAYPAL_WEBHOOK_EVENTS } from "./paypal/setup.ts";
export { makeSearchAnalytics, type SearchAnalyticsOptions } from "./search-analytics/search-analytics.ts";
export { makeStoreClient, type StoreClientOptions } from "./store-client/store-client.ts";
