import { type Cents, formatUsd } from "@backlot/domain/kernel/money";
import type { PriceReason, Quote } from "@backlot/domain";
import type { ReactNode } from "react";
import { WhyThisPrice } from "./why-this-price.tsx";

function Line({ name, amount, strong = false }: { name: ReactNode; amount: string; strong?: boolean }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${strong ? "text-lg font-semibold" : ""}`}>
      <dt>{name}</dt>
      <dd className="tabular-nums shrink-0">{amount}</dd>
    </div>
  );
}

/**
 * The total at the head of a checkout on phones, where the summary is below the form. Links to the summary unless
 * `href` is null.
 */
export function TotalToday({ total, href, className }: { total: Cents; href: string | null; className: string }) {
  return (
    <p className={`mb-6 flex items-baseline justify-between gap-4 border-b border-border pb-4 ${className}`}>
      {href === null ? (
        <span>Total</span>
      ) : (
        <a className="link" href={href}>
          Order summary
        </a>
      )}
      <strong className="tabular-nums text-lg">{`${formatUsd(total)} today`}</strong>
    </p>
  );
}

/**
 * The order summary, used wherever a price is confirmed. `withLines` is false if the page already lists the items.
 * `reasons` explain the total, or are null if the price is already paid.
 */
export function Summary({
  quote,
  reasons,
  total = "Total today",
  withLines = true,
}: {
  quote: Quote;
  reasons: readonly PriceReason[] | null;
  total?: string;
  withLines?: boolean;
}) {
  return (
    <div>
      <dl className="grid gap-2.5">
        {withLines ? (
          <>
            {quote.lines.map((line) => (
              <Line key={line.reference} name={line.label} amount={formatUsd(line.gross)} />
            ))}
            <div className="my-1 border-t border-border" />
          </>
        ) : null}
        <Line name="Subtotal" amount={formatUsd(quote.subtotal)} />
        {quote.discounts.map((discount) => (
          <Line
            key={`${discount.kind} ${discount.label}`}
            name={discount.label}
            amount={`-${formatUsd(discount.amount)}`}
          />
        ))}
        {quote.account_credit > 0 ? (
          <Line name="Applied account credit" amount={`-${formatUsd(quote.account_credit)}`} />
        ) : null}
        {quote.balance_due === undefined ? null : (
          <Line name="Balance from earlier payments" amount={formatUsd(quote.balance_due)} />
        )}
        {quote.carried_over === undefined ? null : (
          <Line
            name="Too small to charge now (due with your next payment)"
            amount={`-${formatUsd(quote.carried_over)}`}
          />
        )}
        {quote.tax > 0 ? <Line name="Tax" amount={formatUsd(quote.tax)} /> : null}
        <Line name={total} amount={formatUsd(quote.total)} strong />
      </dl>
      <p className="sr-only" role="status">
        {`${total} ${formatUsd(quote.total)}`}
      </p>
      {quote.renewal === null ? null : <p className="mt-3 text-sm text-muted-foreground">{quote.renewal.text}</p>}
      {reasons === null ? null : <WhyThisPrice reasons={reasons} />}
    </div>
  );
}
