import { ACCOUNT_MESSAGES } from "./accounts/account-messages.ts";
import { SIGNUP_TEXTS } from "./accounts/signup-messages.ts";
import { CATALOG_MESSAGES } from "./catalog/catalog-messages.ts";
import { CERTIFICATE_MESSAGES } from "./certificates/certificate-messages.ts";
import { CHECKOUT_MESSAGES } from "./checkout/checkout-messages.ts";
import { CREDIT_MESSAGES } from "./credits/credit-messages.ts";
import { DISPUTE_MESSAGES } from "./disputes/dispute-messages.ts";
import { DOWNLOAD_MESSAGES } from "./downloads/download-messages.ts";
import { NEWSLETTER_MESSAGES } from "./engagement/newsletter-messages.ts";
import { LICENSING_MESSAGES } from "./licensing/licensing-messages.ts";
import { ORDER_MESSAGES } from "./orders/order-messages.ts";
import { DISCOUNT_MESSAGES } from "./pricing/discount-messages.ts";
import { GENERAL_MESSAGES } from "./kernel/general-messages.ts";
import { SUBSCRIPTION_MESSAGES } from "./subscriptions/subscription-messages.ts";

/** All messages without parameters, by name. Each feature folder defines its own. */
export const MESSAGES = {
  ...ACCOUNT_MESSAGES,
  ...CATALOG_MESSAGES,
  ...CERTIFICATE_MESSAGES,
  ...CHECKOUT_MESSAGES,
  ...CREDIT_MESSAGES,
  ...DISCOUNT_MESSAGES,
  ...DISPUTE_MESSAGES,
  ...DOWNLOAD_MESSAGES,
  ...LICENSING_MESSAGES,
  ...NEWSLETTER_MESSAGES,
  ...ORDER_MESSAGES,
  ...GENERAL_MESSAGES,
  ...SIGNUP_TEXTS,
  ...SUBSCRIPTION_MESSAGES,
} as const;

/** A key of `MESSAGES`. Domain errors carry keys and data; pages and API responses turn them into text. */
export type MessageName = keyof typeof MESSAGES;

/** Returns the text of a message. Throws if there is no message of this name. */
export const message = (name: MessageName): string => MESSAGES[name];
