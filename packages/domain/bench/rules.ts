import { PRICE_RULES } from "@backlot/domain/pricing/default-price-list";
import {
  cents,
  changeKind,
  credits,
  allocate,
  explainQuote,
  instant,
  licenseId,
  planVariant,
  previewChange,
  quoteCart,
  quotePlan,
} from "@backlot/domain";
import { Bench } from "tinybench";

// Benchmarks the domain rules: `npm run bench:rules`. No test depends on the results.
const license = licenseId(1);
const offer = {
  id: 132,
  group_id: 2,
  plan_name: "Pro",
  interval: "year" as const,
  recurring_credits: credits(240),
  price: cents(47_000),
  license_from: license,
  license_to: licenseId(2),
};
const variant = planVariant(offer, license);
const at = instant(Date.UTC(2026, 10, 21));
const quote = quotePlan({ variant, accountCredit: cents(500), at });
const from = {
  variant_id: 130,
  license_id: license,
  interval: "month" as const,
  recurring_credits: credits(20),
  legacy: false,
};
const to = {
  variant_id: 132,
  license_id: license,
  interval: "year" as const,
  recurring_credits: credits(240),
  price: cents(47_000),
};
const period = { start: at, end: instant(Date.UTC(2026, 11, 21)) };
const current = { ...from, period, paid: cents(4_900), unspent: credits(15), legacy_unspent: credits(0) };
const lots = Array.from({ length: 50 }, (_, n) => ({
  id: `lot-${n}`,
  kind: "plan" as const,
  remaining: credits(5),
  granted_at: at,
  subscription_id: "s",
}));

const cart = Array.from({ length: 20 }, (_, n) => ({
  product_id: `p${n}`,
  name: `Item ${n}`,
  price: cents(1_000 + n),
}));

const bench = new Bench({ time: 300 });
bench
  .add("quote a plan", () => quotePlan({ variant, accountCredit: cents(500), at }))
  .add("quote a cart of 20", () =>
    quoteCart({ items: cart, code: { code: "TEN", percent_off: 10 }, rules: PRICE_RULES }),
  )
  .add("explain a quote", () => explainQuote(quote))
  .add("kind of a change", () => changeKind(from, to))
  .add("preview a change", () => previewChange({ current, target: to, accountCredit: cents(0), at }))
  .add("draw from 50 lots", () => allocate(lots, credits(120), { legacyAllowed: false }));
await bench.run();
console.table(bench.table());
