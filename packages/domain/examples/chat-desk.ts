/**
 * A new channel on top of the domain rules: a chat desk that answers questions about licenses, plans and plan changes,
 * one per line. The plans file is the response of a running store to `GET /api/plan_variants`.
 *
 *   node_modules/.bin/node --conditions=@backlot/source packages/domain/examples/chat-desk.ts plans.json
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  type Instant,
  type LicenseId,
  type PlanVariant,
  NO_TAX,
  cents,
  changePreviewFacts,
  creditsText,
  credits,
  formatUsd,
  instantOf,
  intervalText,
  licenseForRevenue,
  licenseId,
  licenseLabel,
  periodContaining,
  planTerms,
  previewChange,
  quotePlan,
  quoteUpgrade,
} from "@backlot/domain";

/** The data for the answers. */
export interface Desk {
  /** The plans that the store sells under one license. */
  readonly plans: readonly PlanVariant[];
  readonly license: LicenseId;
  /** The time of the question. Rules never read the clock. */
  readonly now: Instant;
}

const HELP = "Ask: license <dollars a year> [team] · plans · price <plan> · change <plan> to <plan> since <day>";

const planOf = ({ plans }: Desk, id: string): PlanVariant => {
  const found = plans.find((plan) => plan.id === Number(id));
  if (found === undefined) throw new RangeError(`Plan ${id} doesn't exist. Type "plans" to list the available plans.`);
  return found;
};

/** Returns today's price of a plan, line by line. */
const price = (desk: Desk, id: string): string => {
  const { lines, total } = quotePlan({ variant: planOf(desk, id), accountCredit: cents(0), at: desk.now });
  return [...lines.map(({ label, net }) => `${label}: ${formatUsd(net)}`), `Today: ${formatUsd(total)}`].join("\n");
};

/** Returns what a plan change does, for a plan bought on a given day with all credits unspent. */
const change = (desk: Desk, fromId: string, toId: string, since: string): string => {
  const [from, to] = [planOf(desk, fromId), planOf(desk, toId)];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since))
    throw new RangeError(`"${since}" isn't a date. Use a date such as 2027-01-05.`);
  const period = periodContaining(instantOf(`${since}T00:00:00Z`), from.interval, desk.now);
  const { price: paid, ...terms } = planTerms(from, desk.license, from.adjusted_price);
  const preview = previewChange({
    current: { ...terms, paid, period, legacy: false, unspent: from.recurring_credits, legacy_unspent: credits(0) },
    target: planTerms(to, desk.license, to.adjusted_price),
    accountCredit: cents(0),
    at: desk.now,
  });
  const total = preview.kind === "upgrade" ? quoteUpgrade(to, preview, NO_TAX).total : preview.charge_today;
  return changePreviewFacts(preview, { total, tax: NO_TAX }).join("\n");
};

/** Returns the answer to a question, or an error message with help. */
export const answer = (desk: Desk, question: string): string => {
  const [word = "", ...rest] = question.trim().toLowerCase().split(/\s+/);
  try {
    switch (word) {
      case "license":
        if (!/^\d{1,12}$/.test(rest[0] ?? "")) throw new RangeError("Enter the annual revenue in whole dollars.");
        return licenseLabel(licenseForRevenue(Number(rest[0]), rest[1] === "team" ? "several" : "one"));
      case "plans":
        return desk.plans
          .map(
            (plan) =>
              `${plan.id}: ${plan.plan.name}, ${intervalText(plan.interval)}, ` +
              `${creditsText(plan.recurring_credits)}, ${formatUsd(plan.adjusted_price)}`,
          )
          .join("\n");
      case "price":
        return price(desk, rest[0] ?? "");
      case "change":
        return change(desk, rest[0] ?? "", rest[2] ?? "", rest[4] ?? "");
      default:
        return HELP;
    }
  } catch (error) {
    if (error instanceof RangeError) return `${error.message}\n${HELP}`;
    throw error;
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const plans = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as readonly PlanVariant[];
  const desk = { plans, license: licenseId(1), now: instantOf(process.env.NOW ?? new Date().toISOString()) };
  for await (const question of createInterface({ input: process.stdin }))
    console.log(`> ${question}\n${answer(desk, question)}\n`);
}
