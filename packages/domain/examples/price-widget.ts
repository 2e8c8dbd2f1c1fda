/**
 * A price list for a page of another site: one script tag, and the rules in the browser. It asks what a company earns,
 * finds the license, and shows what the store's plans cost under it. The store must name the site in `CORS_ORIGINS`.
 *
 *   <script src="price-widget.js" data-store="https://shop.example" async></script>
 *
 * Bundle it with `esbuild price-widget.ts --bundle --minify --format=iife`.
 */
import {
  type PlanVariant,
  creditsText,
  formatUsd,
  intervalText,
  licenseForRevenue,
  licenseLabel,
} from "@backlot/domain";

const STYLE = `
  :host { display: block; max-width: 40rem; font: 1rem/1.5 system-ui, sans-serif; color: #18181b; }
  form { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end; margin-bottom: 1rem; }
  label { display: grid; gap: 0.25rem; }
  label.check { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; }
  input[type="number"] { font: inherit; min-height: 2.75rem; width: 12rem; padding: 0 0.75rem; }
  input[type="number"] { border: 1px solid #71717a; }
  table { width: 100%; border-collapse: collapse; }
  caption { text-align: left; font-weight: 600; padding-bottom: 0.5rem; }
  th, td { text-align: left; padding: 0.5rem 0.5rem 0.5rem 0; border-bottom: 1px solid #d4d4d8; }
  td.price, th.price { text-align: right; white-space: nowrap; padding-right: 0; }
  a { color: #1d4ed8; }
`;

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const row = (plan: PlanVariant, store: string): HTMLTableRowElement =>
  element("tr", {}, [
    element("th", { scope: "row" }, [
      element("a", { href: `${store}/checkout/${plan.id}?license_id=${plan.license_id}` }, [plan.plan.name]),
    ]),
    element("td", {}, [plan.recurring_credits === 0 ? "No credits" : creditsText(plan.recurring_credits)]),
    element("td", {}, [intervalText(plan.interval)]),
    element("td", { className: "price" }, [formatUsd(plan.adjusted_price)]),
  ]);

/** Shows the price list of a store in an element. */
export const showPrices = (host: HTMLElement, store: string): void => {
  const root = host.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  root.adoptedStyleSheets = [style];
  const revenue = element("input", { type: "number", min: "0", step: "1000", value: "100000", required: true });
  const team = element("input", { type: "checkbox" });
  const form = element("form", {}, [
    element("label", {}, ["Revenue per year, in dollars", revenue]),
    element("label", { className: "check" }, [team, "More than one person"]),
  ]);
  const shown = element("div", { ariaLive: "polite" });
  root.append(form, shown);
  let latest = 0;
  const show = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    if (!form.reportValidity()) return;
    const license = licenseForRevenue(Number(revenue.value), team.checked ? "several" : "one");
    try {
      const answer = await fetch(`${store}/api/plan_variants?license_id=${license}`);
      if (!answer.ok) throw new Error(`The store answered with ${answer.status}.`);
      const plans = (await answer.json()) as readonly PlanVariant[];
      // A slow response to an earlier question must not replace a later one.
      if (mine !== latest) return;
      const head = ["Plan", "Included", "Billed", "Price"].map((name) =>
        element("th", { scope: "col", className: name === "Price" ? "price" : "" }, [name]),
      );
      const table = element("table", {}, [
        element("caption", {}, [`License: ${licenseLabel(license)}`]),
        element("thead", {}, [element("tr", {}, head)]),
        element(
          "tbody",
          {},
          plans.map((plan) => row(plan, store)),
        ),
      ]);
      shown.replaceChildren(table);
    } catch {
      if (mine === latest) shown.replaceChildren("The prices can't be loaded right now. Try again later.");
    }
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => void show());
  void show();
};

const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.dataset.store !== undefined) {
  const host = element("div");
  script.after(host);
  showPrices(host, new URL(script.dataset.store).origin);
}
