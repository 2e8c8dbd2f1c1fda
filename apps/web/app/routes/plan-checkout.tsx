import { LICENSE_NOT_CHOSEN_TEXT } from "@backlot/domain/licensing/licensing-messages";
import { licenseNamed } from "@backlot/domain/licensing/license";
import { customAmount } from "@backlot/domain/credits/credit-pack";
import { codeFromAddress } from "@backlot/domain/pricing/discount";
import { Suspense, useEffect, useRef } from "react";
import { Link, data, redirect } from "react-router";
import { ownValue } from "#app/server/own-value.ts";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { enterWith } from "#features/accounts/account-actions.server.ts";
import { readForm, loadOrThrow, getPage, getUser, readSettings } from "#app/server/store.server.ts";
import { licenseOfForm } from "#features/accounts/license-of-form.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { paymentStep } from "#features/checkout/payment-step.server.ts";
import { AccountStep } from "#features/accounts/account-step.tsx";
import { planText } from "@backlot/domain/plans/plan";
import { CheckoutHead } from "#features/checkout/checkout-head.tsx";
import { DisputedCheckout } from "#features/checkout/disputed-checkout.tsx";
import { PlanSubject } from "#features/checkout/plan-subject.tsx";
import { NeedsScripts } from "#features/checkout/needs-scripts.tsx";
import { Summary, TotalToday } from "#features/checkout/summary.tsx";
import { Stepper } from "#features/checkout/stepper.tsx";
import { ENTER_EMAIL_TEXT } from "@backlot/domain/accounts/signup-messages";
import { asLine } from "@backlot/domain/kernel/characters";
import { priceReasons } from "@backlot/domain/pricing/price-reasons";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Alert } from "#ui/alert.tsx";
import type { Route } from "./+types/plan-checkout";

const LicenseStep = lazyPart(() => import("#features/checkout/license-step.tsx"));
const Payment = lazyPart(() => import("#features/checkout/payment.tsx"));

/**
 * Maps the URL's `license` parameter to the API's `license_chosen`: `chosen` if the buyer has already chosen a license
 * in this checkout, `choose` if they want to choose again.
 */
const CHOICES: Readonly<Record<string, "true" | "false">> = { chosen: "true", choose: "false" };

/** Parses a number of credits from the URL. Returns null if that many credits cannot be bought. */
const creditsIn = (value: string | null): number | null => {
  const { valid, amount } = customAmount(value ?? "", 0);
  return valid ? amount : null;
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const plan_variant_id = Number(params.id);
  // An invalid id is the visitor's error; the API would reject it as a malformed request.
  if (!/^\d{1,9}$/.test(params.id) || plan_variant_id === 0) throw redirect(paths.pricing);
  const license_id = licenseNamed(url.searchParams.get("license_id"));
  const choice = ownValue(CHOICES, url.searchParams.get("license")) ?? null;
  // Codes are shorter than 200 characters. The store refuses a truncated one with a message.
  const discount_code = codeFromAddress(asLine(url.searchParams.get("discount_code") ?? ""), null);
  const add_on_credits = creditsIn(url.searchParams.get("add_on"));
  const query = {
    plan_variant_id,
    ...(license_id === null ? {} : { license_id }),
    ...(choice === null ? {} : { license_chosen: choice }),
    ...(discount_code === null ? {} : { discount_code }),
    ...(add_on_credits === null ? {} : { add_on_credits }),
  };
  const [{ data: view }, user, { prices }] = await Promise.all([
    loadOrThrow(store.checkout.view({ query }), url),
    getUser(context),
    readSettings(context, url),
  ]);
  const { supportEmail } = shop;
  const isDisputed = user?.dispute_open ?? false;
  switch (view._tag) {
    case "redirect":
      throw redirect(view.to);
    case "account":
      return {
        step: 0 as const,
        supportEmail,
        isDisputed,
        variant: view.plan_variant,
        quote: view.quote,
        reasons: priceReasons(view.quote, view.plan_variant.license_id, prices),
      };
    case "license":
      return {
        step: 1 as const,
        supportEmail,
        isDisputed,
        variant: view.plan_variant,
        quote: view.quote,
        reasons: priceReasons(view.quote, view.plan_variant.license_id, prices),
        minimum: view.minimum_license_id,
      };
    case "refused":
      return {
        step: "refused" as const,
        isOverdue: user !== null && user.subscription !== null && user.subscription.grace_ends !== null,
        supportEmail,
        isDisputed,
        variant: view.plan_variant,
        problem: view.message,
      };
    case "new-plan":
    case "change":
      return {
        step: 2 as const,
        supportEmail,
        isDisputed,
        variant: view.plan_variant,
        payment: paymentStep(view, user, shop),
      };
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const entered = await enterWith(context, form, `${url.pathname}${url.search}`);
  if (entered !== null) return entered;
  const license = licenseOfForm(form);
  if (license === null) return data({ licenseProblem: LICENSE_NOT_CHOSEN_TEXT }, { status: 422 });
  return redirect(paths.checkoutUnder(`${url.pathname}${url.search}`, license), { status: 303 });
}

/** Focuses the email field when a visitor clicks the button that replaces the pay button. */
const focusEmail = (): void => document.querySelector<HTMLInputElement>('#content input[name="email"]')?.focus();

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Checkout", matches) },
  { name: "robots", content: "noindex" },
];

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { variant, step, supportEmail, isDisputed } = loaderData;
  const changing = loaderData.step === 2 && loaderData.payment.change !== null;
  const title = changing ? "Change your plan" : "Checkout";
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step moves the focus to its content
  useEffect(() => {
    if (!first.current) document.getElementById("content")?.focus({ preventScroll: true });
    first.current = false;
  }, [step]);
  if (isDisputed) return <DisputedCheckout title={title} supportEmail={supportEmail} />;
  return (
    <div className="container-page checkout pt-10">
      <CheckoutHead title={title} supportEmail={supportEmail} />
      {loaderData.step === "refused" ? (
        <div className="grid max-w-form gap-5">
          <Alert variant="error">{loaderData.problem}</Alert>
          {loaderData.isOverdue ? (
            <ButtonLink to={paths.subscription}>Your subscription</ButtonLink>
          ) : (
            <ButtonLink to={paths.pricing}>See plans</ButtonLink>
          )}
        </div>
      ) : (
        <>
          {changing ? (
            <p className="tabular-nums -mt-3 mb-6 flex flex-wrap items-center gap-x-4 text-lg text-muted-foreground">
              <span>{planText(variant)}</span>{" "}
              <Link className="link text-sm text-foreground" to={paths.changePlan({ variant: variant.id })}>
                Choose another plan
              </Link>
            </p>
          ) : (
            <div className="mb-8 max-w-2xl">
              <Stepper current={loaderData.step} />
            </div>
          )}
          {loaderData.step === 2 ? null : (
            <TotalToday total={loaderData.quote.total} href="#order" className="lg:hidden" />
          )}
          {loaderData.step === 2 ? null : (
            <div className="grid items-start gap-8 lg:grid-cols-[1fr_24rem]">
              {loaderData.step === 0 ? (
                <AccountStep
                  refused={actionData !== undefined && "refused" in actionData ? actionData.refused : undefined}
                />
              ) : (
                <LicenseStep
                  license={variant.license_id}
                  minimum={loaderData.minimum}
                  problem={
                    actionData !== undefined && "licenseProblem" in actionData ? actionData.licenseProblem : undefined
                  }
                />
              )}
              <section aria-labelledby="order" className="rounded-lg border border-border bg-card p-6">
                <h2 id="order" className="mb-4 text-lg">
                  Order Summary
                </h2>
                <PlanSubject license_id={variant.license_id} interval={variant.interval} mayChooseLicense={false} />
                <Summary quote={loaderData.quote} reasons={loaderData.reasons} />
                {loaderData.step === 0 ? (
                  <Button type="button" variant="secondary" className="mt-5 w-full" onClick={focusEmail}>
                    {ENTER_EMAIL_TEXT}
                  </Button>
                ) : null}
              </section>
            </div>
          )}
          {loaderData.step === 2 ? <NeedsScripts /> : null}
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
