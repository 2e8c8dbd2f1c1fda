import { type Instant, longDate } from "@backlot/domain/kernel/calendar";
import { type Cents, formatUsd } from "@backlot/domain/kernel/money";
import { paymentNote } from "@backlot/domain/orders/order-texts";
import { periodText, receiptTitle } from "@backlot/domain/receipts/receipt";
import type { ReceiptView } from "@backlot/ports";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";

/** The list of an account's payments, newest first. */
export function ReceiptList({ children }: { children: ReactNode }) {
  return (
    <ul className="max-w-4xl divide-y divide-border overflow-hidden rounded-lg border border-border bg-card">
      {children}
    </ul>
  );
}

/** A payment with its receipt. Links to the payment's order, if it has one. */
export function ReceiptRow({ receipt }: { receipt: ReceiptView }) {
  const { dispute_open, number, order_id, order_status, paid_at, period, refunded, tax, total } = receipt;
  const title = receiptTitle(receipt);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 px-5 py-4 hover:bg-background">
      <p className="font-medium">
        {order_id === null ? (
          title
        ) : (
          <Link to={paths.order(order_id)} className="card-link">
            {title}
          </Link>
        )}
      </p>
      <p className="tabular-nums text-right">{formatUsd(total)}</p>
      <p className="tabular-nums text-sm text-muted-foreground">
        {`Paid ${longDate(paid_at)}${period === null ? "" : ` · For ${periodText(period)}`}`}
      </p>
      <p className="tabular-nums text-right text-sm text-muted-foreground">
        {tax === 0 ? "" : `Including ${formatUsd(tax)} tax`}
      </p>
      <p className="text-sm">
        {/* Place this above the row's own link. */}
        <a
          className="link relative z-1 inline-flex min-h-9 items-center"
          href={paths.receipt(number)}
          download
        >{`Receipt ${number} (PDF)`}</a>
      </p>
      <p className={`tabular-nums text-right text-sm ${dispute_open ? "text-danger" : "text-muted-foreground"}`}>
        {paymentNote({ refunded, status: order_status ?? "paid", dispute_open })}
      </p>
    </li>
  );
}

/** A renewal that failed. It has no receipt, because nothing was paid. */
export function FailedPaymentRow({ title, amount, due_at }: { title: string; amount: Cents; due_at: Instant }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 px-5 py-4">
      <p className="font-medium">{title}</p>
      <p className="tabular-nums text-right">{formatUsd(amount)}</p>
      <p className="tabular-nums text-sm text-muted-foreground">{`Due ${longDate(due_at)}`}</p>
      <p className="text-right text-sm text-danger">Payment failed</p>
    </li>
  );
}
