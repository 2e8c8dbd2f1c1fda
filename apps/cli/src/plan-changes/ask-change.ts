import {
  LICENSES,
  type LicenseId,
  type PlanVariant,
  formatUsd,
  licenseId,
  licenseLabel,
  personName,
  planText,
} from "@backlot/domain";
import { CommandFailed, type Output, type Screen } from "../output.ts";
import { type PriceSource, plansFor } from "../price-source.ts";
import type { Profile } from "../profiles.ts";
import { askChoice, askText } from "../prompts.tsx";
import { askSupport } from "../store.ts";
import type { PlanChoice } from "./customer-preview.ts";

/** A requested plan change, for a customer or a described plan. */
type AskedChange =
  | { readonly customer: string; readonly to: PlanChoice }
  | {
      readonly from: number;
      readonly fromLicense: LicenseId;
      readonly to: number;
      readonly toLicense: LicenseId;
    };

const choose = async <T extends string>(
  question: string,
  choices: readonly { readonly value: T; readonly label: string }[],
  screen: Screen,
): Promise<T> => (await askChoice({ question, choices, canGoBack: false }, screen)) as T;

const askLicense = async (question: string, screen: Screen): Promise<LicenseId> => {
  const choices = LICENSES.map(({ id, revenue }) => ({ value: String(id), label: `${licenseLabel(id)}, ${revenue}` }));
  const chosen = await choose(question, choices, screen);
  return licenseId(Number(chosen));
};

const planChoice = (plan: PlanVariant) => ({
  value: String(plan.id),
  label: `${planText(plan)}, ${formatUsd(plan.adjusted_price)}`,
});

/** Asks for a customer until one is found. */
const askCustomer = async (profile: Profile, screen: Screen, output: Output): Promise<string> => {
  const text = await askText({ question: "Which customer?", placeholder: "email address, name, or company" }, screen);
  const { store, key } = profile;
  const { data } = await askSupport(store, key, ({ support }) => support.customers({ query: { text } }));
  const [only, ...others] = data;
  if (only === undefined) {
    output.err(`No customer matches "${text}".`);
    return askCustomer(profile, screen, output);
  }
  if (others.length === 0) return only.id;
  const choices = data.map(({ id, email, is_guest, ...name }) => ({
    value: id,
    label: `${personName(name)} ${email}${is_guest ? " (guest)" : ""}`.trim(),
  }));
  return choose("Which one?", choices, screen);
};

/** Asks on a terminal for a plan change of a customer of a store. */
export const askCustomerChange = async (profile: Profile, screen: Screen, output: Output): Promise<AskedChange> => {
  const { store, key } = profile;
  const customer = await askCustomer(profile, screen, output);
  const { data } = await askSupport(store, key, ({ support }) => support.customer({ query: { customer } }));
  const { email, subscription } = data.user;
  if (subscription === null) throw new CommandFailed("no_plan", `${email} has no plan to change.`);
  const intervals = [
    { value: "year", label: "Current plan, billed yearly" },
    { value: "month", label: "Current plan, billed monthly" },
    { value: "other", label: "Another plan" },
  ] as const;
  const to = await choose("What are they changing to?", intervals, screen);
  if (to !== "other") return { customer, to };
  const plans = await plansFor(subscription.license.id, { store });
  return { customer, to: Number(await choose("Which plan?", plans.map(planChoice), screen)) };
};

/** Asks on a terminal for a plan change, described by plans and licenses of a price list. */
export const askDescribedChange = async (source: PriceSource, screen: Screen): Promise<AskedChange> => {
  const ask = async (which: string) => {
    const license = await askLicense(`Which license ${which}?`, screen);
    const plans = await plansFor(license, source);
    return { license, plan: Number(await choose(`Which plan ${which}?`, plans.map(planChoice), screen)) };
  };
  const now = await ask("today");
  const next = await ask("after the change");
  return { from: now.plan, fromLicense: now.license, to: next.plan, toLicense: next.license };
};
