// Written by `npm run generate` from the modules that export a `registration`.
import { registration as catalog } from "./catalog/catalog.ts";
import { registration as homePage } from "./catalog/home-page.ts";
import { registration as search } from "./catalog/search.ts";
import { registration as certificate } from "./certificates/certificate.ts";
import { registration as quote } from "./checkout/quote.ts";
import { registration as download } from "./downloads/download.ts";
import { registration as articles } from "./engagement/articles.ts";
import { registration as banner } from "./engagement/banner.ts";
import { registration as legal } from "./engagement/legal.ts";
import { registration as shop } from "./engagement/shop.ts";
import { registration as orders } from "./orders/orders.ts";
import { registration as changePreview } from "./plan-changes/change-preview.ts";
import { registration as simulate } from "./plan-changes/simulate.ts";
import { registration as licenses } from "./plans/licenses.ts";
import { registration as plans } from "./plans/plans.ts";
import { registration as codes } from "./pricing/codes.ts";
import { registration as prices } from "./pricing/prices.ts";
import { registration as sale } from "./pricing/sale.ts";
import { registration as audit } from "./support/audit.ts";
import { registration as backup } from "./support/backup.ts";
import { registration as channels } from "./support/channels.ts";
import { registration as creditsHistory } from "./support/credits-history.ts";
import { registration as customers } from "./support/customers.ts";
import { registration as doctor } from "./support/doctor.ts";
import { registration as emails } from "./support/emails.ts";
import { registration as login } from "./support/login.ts";
import { registration as money } from "./support/money.ts";
import { registration as payments } from "./support/payments.ts";
import { registration as providers } from "./support/providers.ts";
import { registration as report } from "./support/report.ts";
import { registration as resend } from "./support/resend.ts";
import { registration as setup } from "./support/setup.ts";
import { registration as webhooks } from "./support/webhooks.ts";
import type { Registration } from "./registration.ts";

/** The commands of `backlot`. */
export const REGISTRATIONS: readonly Registration[] = [
  catalog,
  homePage,
  search,
  certificate,
  quote,
  download,
  articles,
  banner,
  legal,
  shop,
  orders,
  changePreview,
  simulate,
  licenses,
  plans,
  codes,
  prices,
  sale,
  audit,
  backup,
  channels,
  creditsHistory,
  customers,
  doctor,
  emails,
  login,
  money,
  payments,
  providers,
  report,
  resend,
  setup,
  webhooks,
];
