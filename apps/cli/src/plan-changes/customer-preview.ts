import {
  type Interval,
  type LicenseId,
  type PlanVariant,
  ZERO,
  changePreviewFacts,
  counterpartVariant,
  licenseLabel,
  planText,
  taxRate,
} from "@backlot/domain";
import type { ChangePreviewView, UserView } from "@backlot/ports";
import { InvalidArgumentError } from "commander";
import { type Common, pretty, wholeArgument } from "../arguments.ts";
import { CommandFailed, type Output } from "../output.ts";
import { plansFor } from "../price-source.ts";
import { quoteRules } from "../quote-text.ts";
import { askSupport } from "../store.ts";
import { customerNamed } from "../customer-named.ts";

/** The plan to change to: a plan variant's id, or an interval, which selects the closest plan with that interval. */
export type PlanChoice = number | Interval;

const INTERVALS: Readonly<Record<string, Interval>> = { monthly: "month", yearly: "year" };

/** Parses a plan variant's id, "monthly", or "yearly". */
export const planArgument = (text: string): PlanChoice => {
  const interval = Object.hasOwn(INTERVALS, text) ? INTERVALS[text] : undefined;
  if (interval !== undefined) return interval;
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Use a plan\'s ID, "monthly", or "yearly".');
  return wholeArgument(text);
};

/** The change to preview for a customer of a running store. */
interface CustomerPreview extends Common {
  readonly key?: string;
  readonly customer: string;
  readonly to: PlanChoice;
  readonly toLicense?: LicenseId;
  readonly explain?: boolean;
}

const variantFor = async (
  { subscription, email }: UserView,
  { to, toLicense, store }: CustomerPreview,
): Promise<{ readonly plan_variant_id: number; readonly license_id?: LicenseId }> => {
  if (subscription === null) throw new CommandFailed("no_plan", `${email} has no plan to change.`);
  if (typeof to === "number")
    return { plan_variant_id: to, ...(toLicense === undefined ? {} : { license_id: toLicense }) };
  const license_id = toLicense ?? subscription.license.id;
  const sold = await plansFor(license_id, { store });
  // Offer a Pro customer the Pro plan, even if another plan is closer in credits.
  const same = sold.filter(({ plan }) => plan.name === subscription.plan_variant.plan.name);
  const variant = counterpartVariant(subscription.plan_variant, same.length === 0 ? sold : same, to);
  if (variant === null)
    throw new CommandFailed("unknown_plan", `The ${licenseLabel(license_id)} license has no matching plan.`);
  return { plan_variant_id: variant.id, license_id };
};

/** Returns the effects of the change, line by line. The store's amounts already include tax. */
const facts = (preview: ChangePreviewView): readonly string[] =>
  changePreviewFacts(
    {
      ...preview,
      account_credit_used: preview.quote?.account_credit ?? ZERO,
      account_credit_left: preview.quote?.account_credit_left ?? ZERO,
    },
    { total: preview.charge_today, tax: taxRate(0) },
  );

const named = (variant: PlanVariant, license: LicenseId): string => `${planText(variant)}, ${licenseLabel(license)}`;

/** The errors of a change that the customer may not make. */
const REFUSALS: readonly string[] = ["conflict", "invalid_request"];

/** Previews a customer's plan change as the store itself would make it now. Prices in cents include tax. */
export const previewForCustomer = async (options: CustomerPreview, output: Output): Promise<void> => {
  const { store, key } = options;
  const customer = await customerNamed(options.customer, options);
  const { user } = (await askSupport(store, key, (client) => client.support.customer({ query: { customer } }))).data;
  const request = await variantFor(user, options);
  const { data } = await askSupport(store, key, (client) =>
    client.support.changePreview({ query: { customer, ...request } }),
  ).catch((error: unknown) => {
    if (error instanceof CommandFailed && error.reason === "not_found")
      throw new CommandFailed(
        "unknown_plan",
        `Plan ${request.plan_variant_id} doesn't exist. To list plans, run backlot plans list.`,
      );
    throw error instanceof CommandFailed && REFUSALS.includes(error.reason)
      ? new CommandFailed(error.reason, `${user.email} can't make this change. The store says: ${error.message}`)
      : error;
  });
  if (options.json) return output.out(pretty({ customer: user.email, ...data }));
  const { subscription } = user;
  output.out(
    [
      `Customer: ${user.email}`,
      ...(subscription === null ? [] : [`From: ${named(subscription.plan_variant, subscription.license.id)}`]),
      `To: ${named(data.plan_variant, data.plan_variant.license_id)}`,
      ...facts(data),
      ...(options.explain === true && data.quote !== null
        ? ["", "Today's charge:", ...quoteRules(data.quote, false)]
        : []),
    ].join("\n"),
  );
};
