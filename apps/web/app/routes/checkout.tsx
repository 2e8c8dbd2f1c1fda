import { LICENCES, highestLicence, licenceId, licenceLabel } from "@backlot/domain/licensing/licence";
import type { LicenceId } from "@backlot/domain/licensing/licence.schema";
import { checkoutReminder } from "@backlot/domain/checkout/checkout";
import { codeFromAddress } from "@backlot/domain/pricing/discount";
import { changePreviewLines, legacyLossMessage } from "@backlot/domain/subscriptions/subscription-messages";
import { licenceConfirmationText } from "@backlot/domain/licensing/licensing-messages";
import { message } from "@backlot/domain/message-catalog";
import { onboardingStep } from "@backlot/domain/accounts/onboarding";
import { paymentMethodsForChange, paymentMethods } from "@backlot/domain/checkout/payment-method";
import { checkoutRedirect } from "@backlot/domain/checkout/plan-checkout";
import type { PaymentMethod, Quote } from "@backlot/domain";
import type { Store } from "@backlot/ports";
import * as Result from "effect/Result";
import { Suspense, lazy, useEffect, useRef } from "react";
import { Form, Link, data, redirect, useNavigation, useSearchParams } from "react-router";
import { signInWith, signUpWith } from "#app/account-actions.server.ts";
import { attempt, formString, readForm, loadOrThrow, getPage, getUser } from "#app/store.server.ts";
import { pageTitle } from "#app/page-title.ts";
import { paths } from "#app/paths.ts";
import { savedCards } from "#app/saved-cards.server.ts";
import { SignInForm, SignUpForm } from "#features/account-forms.tsx";
import { PlanPrice } from "#features/plan-price.tsx";
import { Stepper } from "#features/stepper.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/checkout";

const Payment = lazy(() => import("#features/payment.tsx"));

const licenceIn = (value: string | null): LicenceId | null => {
  const id = Number(value);
  return value !== null && Number.isInteger(id) && id >= 1 && id <= 6 ? licenceId(id) : null;
};

/**
 * The quote with the promo code and the add-on that the address names; without those that are refused, and with the
 * reason. Null where not even the plan alone can be quoted. (DSC-02, DSC-07)
 */
const quoteWithOptions = async (
  store: Store,
  selection: { readonly plan_variant_id: number; readonly license_id: LicenceId },
  { code, addOn }: { readonly code: string | null; readonly addOn: number | null },
) => {
  const ways = [
    { code, addOn },
    { code, addOn: null },
    { code: null, addOn },
    { code: null, addOn: null },
  ];
  let problem: string | null = null;
  for (const way of ways) {
    const query = {
      ...selection,
      ...(way.code === null ? {} : { discount_code: way.code }),
      ...(way.addOn === null ? {} : { add_on_credits: way.addOn }),
    };
    const quoted = await attempt(store.subscriptions.quote({ query }));
    if (Result.isSuccess(quoted)) return { ...way, quote: quoted.success.data, problem };
    problem ??= quoted.failure.message;
  }
  return null;
};

interface PayPalQuery {
  readonly query: {
    readonly plan_variant_id: number;
    readonly license_id: LicenceId;
    readonly payment_method: "paypal";
  };
}

/** What a plan, or a change to it, costs by PayPal; null where PayPal can't pay for it. */
const quoteByPayPal = async (
  store: Store,
  { query }: PayPalQuery,
  changes: boolean,
  addOn: number | null,
): Promise<Quote | null> => {
  if (changes) {
    const preview = await attempt(store.subscriptions.changePreview({ query }));
    return Result.isSuccess(preview) ? preview.success.data.quote : null;
  }
  const quoted = await attempt(
    store.subscriptions.quote({ query: { ...query, ...(addOn === null ? {} : { add_on_credits: addOn }) } }),
  );
  return Result.isSuccess(quoted) ? quoted.success.data : null;
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const id = Number(params.id);
  const asked = licenceIn(url.searchParams.get("license_id"));
  const user = await getUser(context);
  const minimum = user?.minimum_license_id ?? licenceId(1);
  const known = await attempt(store.planVariants.get({ params: { id }, query: {} }));
  const licence = asked ?? (Result.isFailure(known) ? minimum : highestLicence([minimum, known.success.license_id]));
  const priced = Result.isFailure(known)
    ? known
    : await attempt(store.planVariants.get({ params: { id }, query: { license_id: licence } }));
  const current =
    user === null || user.subscription === null
      ? null
      : { variant_id: user.subscription.plan_variant.id, license_id: user.subscription.license.id };
  const offer = Result.isFailure(known) ? "not-loaded" : Result.isFailure(priced) ? "not-under-this-licence" : "sold";
  const instead = checkoutRedirect({ variant_id: id, licence, minimum, current, offer });
  if (instead !== null || Result.isFailure(priced)) throw redirect(instead ?? paths.pricing);
  const variant = priced.success;

  const step = onboardingStep(
    user === null ? null : { licence: user.min_license_id ?? user.team.licensee_profile?.license_id ?? null },
  );
  if (user === null || step === 0) return { step: 0 as const, variant };
  if (step === 1) return { step: 1 as const, variant, licence };
  const selection = { query: { plan_variant_id: id, license_id: licence } };
  const byPayPal = { query: { ...selection.query, payment_method: "paypal" as const } };
  const offered = paymentMethods({
    hidden: !shop.payPal,
    minimum,
    current: user.subscription?.license.id ?? null,
    purchase: licence,
  });
  const change = user.subscription === null ? null : await attempt(store.subscriptions.changePreview(selection));
  if (change !== null && Result.isFailure(change))
    return { step: "refused" as const, variant, problem: change.failure.message };
  const preview = change?.success.data ?? null;
  const billedBy: PaymentMethod = user.subscription?.billed_by === "paypal" ? "paypal" : "card";
  // What is not paid today stays with whoever bills it.
  const ways =
    preview === null ? offered : preview.kind === "upgrade" ? paymentMethodsForChange(offered, billedBy) : [billedBy];
  if (ways.length === 0) return { step: "refused" as const, variant, problem: message("paypal_no_enterprise") };
  const code = codeFromAddress(url.searchParams.get("discount_code"), null);
  const addOn = Number(url.searchParams.get("add_on")) || null;
  const extras = preview === null ? await quoteWithOptions(store, selection.query, { code, addOn }) : null;
  // A change that costs nothing today has no quote, and must not borrow that of a new plan.
  const quote =
    preview === null
      ? (extras?.quote ?? (await loadOrThrow(store.subscriptions.quote(selection), url)).data)
      : preview.quote;
  const paidToday = preview === null || preview.kind === "upgrade";
  const payPalQuote =
    paidToday && ways.includes("paypal")
      ? await quoteByPayPal(store, byPayPal, preview !== null, extras?.addOn ?? null)
      : null;
  return {
    step: 2 as const,
    variant,
    payment: {
      plan_variant_id: id,
      license_id: licence,
      quote,
      methods: paidToday && payPalQuote === null ? ways.filter((each) => each === "card") : ways,
      payPalQuote,
      extras:
        extras === null
          ? null
          : {
              code: extras.code,
              addOn: extras.addOn,
              problem: extras.problem,
              packs: (await loadOrThrow(store.creditPacks.list({ query: { license_id: licence } }), url)).data,
            },
      change: preview === null ? null : { kind: preview.kind, says: changePreviewLines(preview) },
      legacyLoss:
        preview === null || preview.legacy_credits_lost === 0 ? null : legacyLossMessage(preview.legacy_credits_lost),
      ...(await savedCards(store)),
      reminder: checkoutReminder(user) === null ? null : `${message("unconfirmed")} ${user.email}`,
      confirmation: licenceConfirmationText(licence),
      billingName: `${user.first_name} ${user.last_name}`.trim(),
      stripe: shop.stripe,
    },
  };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = formString(form, "intent");
  const here = `${url.pathname}${url.search}`;
  if (intent === "sign-up" || intent === "sign-in") {
    const entered = await (intent === "sign-up" ? signUpWith : signInWith)(context, form);
    if ("refused" in entered) return data({ refused: entered.refused }, { status: 422 });
    return redirect(here, { status: 303, headers: { "set-cookie": entered.cookie } });
  }
  const licence = licenceIn(formString(form, "license_id"));
  if (licence === null) return data({ licenceProblem: "Choose the licence that fits you." }, { status: 422 });
  await loadOrThrow(getPage(context).store.users.updateMinLicence({ payload: { license_id: licence } }), url);
  const onward = new URLSearchParams(url.search);
  onward.set("license_id", String(licence));
  return redirect(`${url.pathname}?${onward}`, { status: 303 });
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle("Checkout") },
  { name: "robots", content: "noindex" },
];

function AccountStep({ actionData }: { actionData: Route.ComponentProps["actionData"] }) {
  const [search] = useSearchParams();
  const login = search.get("login") === "1";
  const refused = actionData !== undefined && "refused" in actionData ? actionData.refused : undefined;
  const toggled = new URLSearchParams(search);
  if (login) toggled.delete("login");
  else toggled.set("login", "1");
  return (
    <div className="max-w-form">
      <h2 className="mb-4 text-lg">{login ? "Log in" : "Create Your Free Account"}</h2>
      {login ? <SignInForm refused={refused} intent="sign-in" /> : <SignUpForm refused={refused} intent="sign-up" />}
      <p className="mt-5 text-muted-foreground">
        {login ? "New here? " : "Already have an account? "}
        <Link className="link text-foreground" to={`?${toggled}`} preventScrollReset>
          {login ? "Create an account" : "Please Sign In"}
        </Link>
      </p>
    </div>
  );
}

function LicenceStep({ licence, problem }: { licence: LicenceId; problem: string | undefined }) {
  const busy = useNavigation().state === "submitting";
  return (
    <Form method="post" className="max-w-2xl">
      <fieldset>
        <legend className="mb-4 text-lg font-semibold">Which licence fits you?</legend>
        <div className="grid gap-2">
          {LICENCES.map(({ id, name, revenue }) => (
            <label
              key={id}
              className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-border px-4 py-2 has-checked:border-ring has-checked:bg-card"
            >
              <input
                type="radio"
                name="license_id"
                value={id}
                defaultChecked={id === licence}
                className="size-4 accent-accent"
              />
              <span>
                <span className="block font-medium">{name}</span>
                <span className="tabular-nums block text-sm text-muted-foreground">
                  {id === 1 ? "One person, income " : "Yearly revenue "}
                  {revenue.replace("Over", "over")}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {problem === undefined ? null : (
        <div className="mt-4">
          <Alert variant="error">{problem}</Alert>
        </div>
      )}
      <p className="mt-4 text-sm text-muted-foreground">
        You can move up to a higher licence later, not down: choose the one that is true today.
      </p>
      <Button type="submit" className="mt-5" pending={busy}>
        Continue
      </Button>
    </Form>
  );
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { variant, step } = loaderData;
  const changing = loaderData.step === 2 && loaderData.payment.change !== null;
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step starts at its own content
  useEffect(() => {
    if (!first.current) document.getElementById("content")?.focus({ preventScroll: true });
    first.current = false;
  }, [step]);
  return (
    <div className="container-page pt-10">
      <h1 className="text-2xl">{changing ? "Change your plan" : "Checkout"}</h1>
      <div className="mt-3 mb-8 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <p className="tabular-nums text-lg">
          {variant.plan.name}
          {variant.recurring_credits > 0 ? ` · ${variant.recurring_credits.toLocaleString("en-US")} credits` : ""} ·{" "}
          {licenceLabel(variant.license_id)}
        </p>
        <PlanPrice variant={variant} />
        <Link className="link text-muted-foreground" to={paths.pricingFor(variant.license_id, variant.interval)}>
          Change
        </Link>
      </div>
      {loaderData.step === "refused" ? (
        <div className="grid max-w-form gap-5">
          <Alert variant="error">{loaderData.problem}</Alert>
          <ButtonLink to={paths.pricing}>See plans</ButtonLink>
        </div>
      ) : (
        <>
          {changing ? null : (
            <div className="mb-8 max-w-2xl">
              <Stepper current={loaderData.step} />
            </div>
          )}
          {loaderData.step === 0 ? <AccountStep actionData={actionData} /> : null}
          {loaderData.step === 1 ? (
            <LicenceStep
              licence={loaderData.licence}
              problem={
                actionData !== undefined && "licenceProblem" in actionData ? actionData.licenceProblem : undefined
              }
            />
          ) : null}
          {loaderData.step === 2 ? (
            <noscript>
              <p className="mb-6">
                Paying by card needs JavaScript: the card form is the payment provider's own. Allow it, then load this
                page again.
              </p>
            </noscript>
          ) : null}
          {loaderData.step === 2 ? (
            <Suspense
              fallback={<div className="h-96 rounded-lg bg-card" role="status" aria-label="Loading the payment form" />}
            >
              <Payment model={loaderData.payment} />
            </Suspense>
          ) : null}
        </>
      )}
    </div>
  );
}
