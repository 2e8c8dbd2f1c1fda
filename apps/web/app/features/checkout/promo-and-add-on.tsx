import { customAmount, customPackPrice } from "@backlot/domain/credits/credit-pack";
import { message } from "@backlot/domain/message-catalog";
import { showsPromoBox } from "@backlot/domain/pricing/discount";
import { formatUsd } from "@backlot/domain/kernel/money";
import type { PackRange, QuoteDiscount } from "@backlot/domain";
import type { CreditPackVariant } from "@backlot/ports";
import * as Result from "effect/Result";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useNavigation } from "react-router";
import { useCodeAnnouncement } from "#ui/announcement.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Folded } from "#ui/folded.tsx";
import { AmountField } from "../credits/amount-field.tsx";
import { PromoField } from "./promo-field.tsx";
import { useFocusOnChange } from "#app/hooks/use-focus-on-change.ts";

/** The promo code and credit add-on of a new plan, and why a requested code or add-on was refused. */
export interface OrderOptions {
  readonly code: string | null;
  readonly addOn: number | null;
  readonly problem: string | null;
  /** Whether the store could check the code. */
  readonly judged: boolean;
  readonly packs: readonly CreditPackVariant[];
  /** The price ranges for any other number of credits. */
  readonly ranges: readonly PackRange[];
}

/** Returns a function that builds the current URL with another code or add-on. Null removes it. */
const useAddress = () => {
  const here = useLocation();
  // During a navigation, start from its target, so that two quick clicks both count.
  const { search } = useNavigation().location ?? here;
  return (name: "discount_code" | "add_on", value: string | null): string => {
    const query = new URLSearchParams(search);
    if (value === null) query.delete(name);
    else query.set(name, value);
    return `?${query}`;
  };
};

/**
 * Removes a refused code or add-on from the URL, but keeps showing the error until another one is requested. Returns
 * the error to show, or null, and a function to clear it.
 */
const useRefused = (options: OrderOptions) => {
  const { code, addOn, problem, judged } = options;
  const navigate = useNavigate();
  const { search } = useLocation();
  const [shownProblem, setShownProblem] = useState(problem);
  // Each store response creates new options, even if it repeats the last error.
  useEffect(() => {
    if (options.problem !== null) setShownProblem(options.problem);
  }, [options]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different code or add-on needs a new check
  useEffect(() => setShownProblem(problem), [code, addOn]);
  const query = new URLSearchParams(search);
  const names = query.size;
  if (code === null) query.delete("discount_code");
  if (addOn === null) query.delete("add_on");
  // Keep options that could not be checked, so that reloading the page tries again.
  const nextSearch = names === query.size || !judged ? null : `?${query}`;
  useEffect(() => {
    if (nextSearch !== null) void navigate(nextSearch, { replace: true, preventScrollReset: true });
  }, [nextSearch, navigate]);
  return { shownProblem, forget: () => setShownProblem(null) };
};

/** The choice of any number of credits to add. */
function CustomAddOn({ ranges, onAdd }: { ranges: readonly PackRange[]; onAdd: (amount: number) => void }) {
  const [typed, setTyped] = useState("10");
  const { valid, amount } = customAmount(typed, 0);
  const priced = amount === null ? null : customPackPrice(ranges, amount);
  const price = priced !== null && Result.isSuccess(priced) ? formatUsd(priced.success) : null;
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-9 cursor-pointer items-center">Custom amount</summary>
      {/* Enter adds the credits. Otherwise, it would place the order without them. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside handles the key */}
      <div
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
          event.preventDefault();
          if (valid && amount !== null) onAdd(amount);
        }}
      >
        <AmountField typed={typed} valid={valid} missing={0} onType={setTyped} />
      </div>
      <Button
        type="button"
        variant="secondary"
        className="mt-3"
        disabled={!valid}
        onClick={() => amount !== null && onAdd(amount)}
      >
        {valid && price !== null ? `Add credits · ${price}` : "Add credits"}
      </Button>
    </details>
  );
}

/**
 * The promo code field and the add-on choice. Both are stored in the URL, and the store prices them. During a sale, its
 * note replaces the field.
 */
export function PromoAndAddOn({ options, lowered }: { options: OrderOptions; lowered: QuoteDiscount | null }) {
  const address = useAddress();
  const navigate = useNavigate();
  const part = useRef<HTMLDivElement>(null);
  useFocusOnChange(part, `${options.code} ${options.addOn}`);
  useCodeAnnouncement(options.code);
  const { shownProblem, forget } = useRefused(options);
  const go = (name: "discount_code" | "add_on", value: string): void => {
    forget();
    void navigate(address(name, value), { replace: true, preventScrollReset: true });
  };
  return (
    <div ref={part} tabIndex={-1} className="mt-4 grid gap-1 border-t border-border pt-2 text-sm focus:outline-none">
      {options.addOn === null ? (
        <Folded title="Add credits, one-time purchase">
          <ul className="flex flex-wrap gap-2">
            {options.packs.map((pack) => (
              <li key={pack.id}>
                <Link
                  className="tabular-nums flex min-h-11 items-center rounded-md border border-border px-3
                    hover:border-input"
                  to={address("add_on", String(pack.id))}
                  replace
                  preventScrollReset
                >
                  {`+${pack.amount} · ${formatUsd(pack.adjusted_price)}`}
                </Link>
              </li>
            ))}
          </ul>
          <CustomAddOn ranges={options.ranges} onAdd={(amount) => go("add_on", String(amount))} />
        </Folded>
      ) : (
        <Link className="link inline-flex min-h-9 items-center" to={address("add_on", null)} replace preventScrollReset>
          {message("remove_add_on")}
        </Link>
      )}
      {lowered !== null && !showsPromoBox(lowered) ? (
        <p>
          <strong>{lowered.label}</strong>
          <span className="block text-muted-foreground">{lowered.note}</span>
        </p>
      ) : options.code === null ? (
        <PromoField onApply={(code) => go("discount_code", code)} />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          <span>
            <strong>{options.code}</strong>
            {lowered?.note ? <span className="block text-muted-foreground">{lowered.note}</span> : null}
          </span>
          <Link
            className="link inline-flex min-h-9 items-center"
            to={address("discount_code", null)}
            replace
            preventScrollReset
          >
            Remove code
          </Link>
        </p>
      )}
      {shownProblem === null ? null : <Alert variant="error">{shownProblem}</Alert>}
    </div>
  );
}
