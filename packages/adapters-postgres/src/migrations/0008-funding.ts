import { type Kysely, sql } from "kysely";
import {
  ACCOUNT,
  type CreditEntry,
  type CreditLot,
  type FundingEntry,
  type Opening,
  type Quote,
  addOnSource,
  cents,
  instantOf,
  lineShares,
  moneyBehind,
  openingEntries,
  partsOf,
  prorationCreditOf,
  revokeReturned,
  standingOf,
  takeOldest,
  unrecovered,
} from "./0008-funding-rules.ts";

/**
 * Which payment's money stands behind credits, time and account credit; the periods that payments paid; what could not
 * be taken back. An item's purchase has a reference of its own, so that an item may be bought again.
 */
export const funding: readonly string[] = [
  `alter table payments add column period_start timestamptz, add column period_end timestamptz,
     add check ((period_start is null) = (period_end is null))`,
  `update payments set period_start = subscriptions.period_start, period_end = subscriptions.period_end
     from subscriptions where subscriptions.payment = payments.id`,
  `update owned_collections set source = 'collection:' || collection_id where source = 'credits'`,
  `alter table refunds drop constraint refunds_cause_check,
     add check (cause in ('unfulfillable', 'billed-twice', 'unused-time'))`,
  `create table funding_entries (
     seq bigint generated always as identity primary key, user_id text not null references accounts (id),
     holder text not null, payment_id text references payments (id), cents integer not null check (cents <> 0),
     reason text not null check (reason in ('paid', 'carried', 'used', 'kept', 'refund', 'ended')),
     reference text not null, at timestamptz not null,
     unique nulls not distinct (user_id, holder, payment_id, reason, reference))`,
  `create index funding_entries_user on funding_entries (user_id, seq)`,
  `create function funding_stays_whole() returns trigger language plpgsql as $$
   begin
     if (select sum(cents) from funding_entries where user_id = new.user_id and holder = new.holder
           and payment_id is not distinct from new.payment_id) < 0 then
       raise exception 'the money of payment % behind % would fall below zero', new.payment_id, new.holder;
     end if;
     return new;
   end $$`,
  `create trigger funding_stays_whole after insert on funding_entries
     for each row execute function funding_stays_whole()`,
  `create function funding_entries_stay() returns trigger language plpgsql as $$
   begin raise exception 'the ledger of money is append-only'; end $$`,
  `create trigger funding_entries_stay before update or delete on funding_entries
     for each row execute function funding_entries_stay()`,
  `create table unrecovered_money (
     user_id text not null references accounts (id), holder text not null, amount integer not null check (amount > 0),
     at timestamptz not null, primary key (user_id, holder))`,
  `create index unrecovered_money_at on unrecovered_money (at)`,
];

interface PaymentRow {
  readonly id: string;
  readonly user_id: string;
  readonly reason: "plan" | "renewal" | "change" | "pack";
  readonly amount: number;
  readonly refunded: number;
  readonly at: string | Date;
  /** What the running period cost, where this payment paid it, and what its plan costs by now. */
  readonly paid: number | null;
  readonly price: number | null;
  readonly quote: Quote | null;
  readonly replaces: string | null;
}

/** The lots and periods that a payment opened, and what paid for each. */
const opened = (row: PaymentRow, account: number): readonly Pick<Opening, "holder" | "price" | "paid">[] => {
  const amount = cents(row.amount);
  if (row.quote === null) {
    // A renewal: what it cost beyond the charge was account credit, as far as there was any.
    const beyond = Math.max(0, (row.paid ?? row.price ?? row.amount) - row.amount);
    const credit = cents(row.paid === null ? Math.min(account, beyond) : beyond);
    return [{ holder: row.id, price: cents(amount + credit), paid: { amount, credit } }];
  }
  const { lines, account_credit: credit } = row.quote;
  return lineShares(row.quote, { amount, credit }).map((paid, index) => ({
    holder: lines[index]?.kind === "pack" && lines.length > 1 ? addOnSource(row.id) : row.id,
    price: lines[index]?.[row.reason === "change" ? "gross" : "net"] ?? cents(0),
    paid,
  }));
};

const prorationCreditOfRow = ({ id, reason, quote, replaces }: PaymentRow): Opening["proration_credit"] =>
  reason === "change" && quote !== null
    ? { holder: replaces ?? `before:${id}`, value: prorationCreditOf(quote) }
    : null;

/** What was refunded before has left its payment: its own lots first, then account credit, then what it moved on to. */
const refunds = (row: PaymentRow, known: readonly FundingEntry[], at: string): readonly FundingEntry[] => {
  let open = row.refunded;
  const holders = [...new Set([addOnSource(row.id), row.id, ACCOUNT, ...known.map((entry) => entry.holder)])];
  return holders.flatMap((holder) => {
    const own = partsOf(known, holder).filter((part) => part.payment === row.id);
    const { moved } = takeOldest(own, cents(open));
    return moved.map((part): FundingEntry => {
      open -= part.cents;
      const reference = `refund:${row.id}:${row.refunded}`;
      return { holder, payment: row.id, cents: -part.cents, reason: "refund", reference, at };
    });
  });
};

const entriesOf = (payments: readonly PaymentRow[]): readonly FundingEntry[] => {
  const entries: FundingEntry[] = [];
  const at = (row: PaymentRow): string => instantOf(new Date(row.at).toISOString());
  for (const row of payments)
    for (const each of opened(row, moneyBehind(partsOf(entries, ACCOUNT)))) {
      const opening = { ...each, payment: row.id, proration_credit: prorationCreditOfRow(row), at: at(row) };
      entries.push(...openingEntries(entries, opening));
    }
  for (const row of payments) if (row.refunded > 0) entries.push(...refunds(row, entries, at(row)));
  return entries;
};

/** What old refunds left of lots and of the running period's money is settled; items stay with their buyers. */
const settle = async (db: Kysely<unknown>, user_id: string, funding: readonly FundingEntry[]): Promise<void> => {
  const lots =
    await sql<CreditLot>`select * from credit_lots where user_id = ${user_id} order by granted_at, id`.execute(db);
  const entries = await sql<CreditEntry>`select * from credit_entries where user_id = ${user_id} order by seq`.execute(
    db,
  );
  const before = standingOf({ lots: lots.rows, entries: entries.rows, funding, periods: [], running: null });
  const at = instantOf(new Date().toISOString());
  const { credit_entries, standing } = revokeReturned(before, "refunds-of-before", at);
  for (const entry of credit_entries)
    await sql`insert into credit_entries (user_id, lot_id, amount, reason, reference, at) values
      (${user_id}, ${entry.lot_id}, ${entry.amount}, ${entry.reason}, ${entry.reference}, ${entry.at})`.execute(db);
  for (const holder of standing.holders) {
    const amount = unrecovered(holder);
    if (holder.removed === 0) continue;
    if (holder.kind === "time")
      await sql`update subscriptions set paid = ${moneyBehind(holder.parts)}
        where user_id = ${user_id} and payment = ${holder.source} and status <> 'ended'`.execute(db);
    else if (amount > 0)
      await sql`insert into unrecovered_money (user_id, holder, amount, at) values
        (${user_id}, ${holder.source}, ${amount}, ${at})`.execute(db);
  }
};

/** Opens the ledger of money: every payment that handed something over, in the order of time, then old refunds. */
export const openFunding = async (db: Kysely<unknown>): Promise<void> => {
  // A change comes after what it replaces, also within the provider's second.
  const { rows } = await sql<PaymentRow>`
    select payments.id, payments.user_id, payments.reason, payments.amount, payments.refunded, payments.at,
      running.paid, own.price, orders.quote, item.replaces_payment as replaces
    from payments
      left join orders on orders.id = payments.order_id
      left join order_items item on item.order_id = orders.id and item.kind = 'plan-change'
      left join subscriptions running on running.payment = payments.id
      left join subscriptions own on own.id = payments.subscription_id
    where coalesce(orders.status, 'paid') = 'paid'
      and not exists (select 1 from refunds where refunds.payment_id = payments.id)
    order by payments.user_id, payments.at, payments.reason = 'change', payments.id`.execute(db);
  const byUser = new Map<string, PaymentRow[]>();
  for (const row of rows) byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), row]);
  for (const [user_id, payments] of byUser) {
    const entries = entriesOf(payments);
    for (const { payment, ...entry } of entries)
      await sql`insert into funding_entries (user_id, holder, payment_id, cents, reason, reference, at)
        values (${user_id}, ${entry.holder}, ${payment}, ${entry.cents}, ${entry.reason}, ${entry.reference},
          ${entry.at})`.execute(db);
    if (payments.some((row) => row.refunded > 0)) await settle(db, user_id, entries);
  }
};
