import {
  PROVIDER_NAMES,
  formatUsd,
  itemLabel,
  licenseLabel,
  longDate,
  personName,
  planText,
  receiptTitle,
  renewalItem,
  utcDay,
  utcMinute,
  withBalances,
  shortOrderId,
} from "@backlot/domain";
import type { CustomerView } from "@backlot/ports";
import { ACTION_HEAD, actionRow } from "../action-log.ts";
import { disputeText } from "../dispute-text.ts";
import { LOT_NAMES, aboutEntry } from "./credit-words.ts";
import { sheet, table } from "../output.ts";
import type { SheetRow } from "../table.ts";

const licenseText = ({ user }: CustomerView): string => {
  const { licensee_profile: profile } = user.team;
  const minimum = `may buy ${licenseLabel(user.minimum_license_id)} and higher`;
  if (profile === null) return `not confirmed, ${minimum}`;
  return `${profile.company_name ?? personName(profile)}, License ID ${profile.token}, ${minimum}`;
};

const paymentsText = (count: number): string => (count === 1 ? "payment" : `${count} payments`);

const planLines = ({ subscription }: CustomerView["user"]): readonly string[] => {
  if (subscription === null) return ["Free plan"];
  const { plan_variant, license, billed_by, status, discount, scheduled_plan_variant: next } = subscription;
  const overdue =
    subscription.grace_ends === null ? [] : [`overdue; ends ${longDate(subscription.grace_ends)} unless paid`];
  const { name, value } = renewalItem(subscription);
  return [
    `${planText(plan_variant)} · ${licenseLabel(license.id)} · ${status.replace("_", " ")}`,
    [
      `since ${longDate(subscription.current_period_start)}`,
      `${name.toLowerCase()} ${value}`,
      `by ${PROVIDER_NAMES[billed_by]}`,
    ].join(", "),
    ...overdue,
    ...(discount === null
      ? []
      : [
          `${discount.code ?? "discount"}: ${discount.percent_off}% off the next ${paymentsText(discount.cycles_left)}`,
        ]),
    ...(subscription.cancel_at_period_end ? ["canceled by the customer"] : []),
    ...(next === null ? [] : [`then ${planText(next)}`]),
  ];
};

const creditLines = ({ user, credit_lots }: CustomerView): readonly string[] => {
  const total = user.current_credit_balance + user.legacy_current_credit_balance;
  const lots = credit_lots
    .filter(({ remaining }) => remaining > 0)
    .map(
      ({ kind, remaining, granted, granted_at }) =>
        `${remaining} of ${granted} ${LOT_NAMES[kind]}, ${utcDay(granted_at)}`,
    );
  return [total === 0 ? "none" : String(total), ...lots];
};

const lockLines = ({ user, password_locked }: CustomerView): readonly string[] => [
  ...(user.locked ? ["locked by support"] : []),
  ...(password_locked ? ["temporarily locked after too many wrong passwords"] : []),
  ...(user.dispute_open ? ["purchases blocked by a disputed payment"] : []),
];

const disputeLines = ({ disputes, receipts }: CustomerView): readonly string[] =>
  disputes.map((dispute) => {
    const { payment_id, amount } = dispute;
    const receipt = receipts.find((each) => each.payment_id === payment_id)?.number ?? payment_id;
    return `${formatUsd(amount)} of ${receipt} ${disputeText(dispute)}`;
  });

const teamLines = ({ user, team: { owner, seats, members, invitations } }: CustomerView): readonly string[] => {
  if (user.team.role_name !== "Admin")
    return [`${user.team.role_name} in the team of ${personName(owner)} <${owner.email}>`];
  if (seats <= 1 && members.length === 0) return ["none"];
  const taken = members.length + invitations.length + 1;
  return [
    `administrator, ${taken} of ${seats} seats used`,
    ...members.map((member) => `${personName(member)} <${member.email}>, ${member.role}`),
    ...invitations.map(({ email, role, invited_at }) => `${email}, ${role}, invited on ${longDate(invited_at)}`),
  ];
};

/** Returns the rows that only accounts have, not guests. */
const accountRows = (customer: CustomerView): readonly SheetRow[] => {
  const { user, downloads_today, certificates } = customer;
  const waiting = user.pending_order;
  const issued = certificates.length === 0 ? [] : [countText(certificates.length, "certificate")];
  return [
    ["License", [licenseText(customer), ...issued]],
    ["Plan", planLines(user)],
    ["Credits", creditLines(customer)],
    ...(user.account_credit === 0 ? [] : [["Account credit", [formatUsd(user.account_credit)]] as const]),
    ["Downloads", [`${downloads_today.count} of ${downloads_today.limit} today`]],
    ["Team", teamLines(customer)],
    ...(waiting === null
      ? []
      : [
          [
            "Open order",
            [`${waiting.label}, ${formatUsd(waiting.total)}`, `${waiting.id}, at ${PROVIDER_NAMES[waiting.provider]}`],
          ] as const,
        ]),
  ];
};

const countText = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`;

/** Returns the summary above a customer's lists: identity, limits, owned items, and locks. */
export const customerSummary = (customer: CustomerView, limit?: number): Promise<string> => {
  const { user, items, is_guest } = customer;
  const locks = lockLines(customer);
  const disputes = disputeLines(customer);
  const confirmed = is_guest
    ? "guest without an account"
    : `email ${user.confirmed_at === null ? "not " : ""}confirmed`;
  const rows: readonly SheetRow[] = [
    ["Customer", [`${personName(user)} <${user.email}>`.trim()]],
    [is_guest ? "Guest" : "Account", [user.id, `since ${longDate(user.created_at)}, ${confirmed}`]],
    ...(is_guest ? [] : accountRows(customer)),
    ["Owns", [countText(items.length, "item")]],
    ["Locks", locks.length === 0 ? ["none"] : locks],
    ...(disputes.length === 0 ? [] : [["Disputes", disputes] as const]),
  ];
  return sheet(rows, limit);
};

/** How many rows of each list to print, and their width in columns (default: the terminal's). */
interface Lists {
  readonly most: number;
  readonly limit?: number | undefined;
}

/** Returns a titled table of the first `most` rows, and the total if some are left out. */
const listed = async (
  title: string,
  {
    head,
    rows,
    most,
    limit,
  }: Lists & { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] },
): Promise<string> => {
  if (rows.length === 0) return `${title}: none.`;
  const note = rows.length > most ? `\nShowing ${most} of ${rows.length}. Add --all to list everything.` : "";
  return `${title}:\n${await table(head, rows.slice(0, most), limit)}${note}`;
};

/** Returns a file's name and resolution, or its id if the catalog no longer has it. */
const fileName = (files: CustomerView["files"], id: number): string => {
  const file = files.find(({ variant_id }) => variant_id === id);
  return file === undefined ? String(id) : itemLabel(file.name, file.label);
};

/** Returns a customer's last orders, payments, credits, and downloads, and the staff's actions. */
export const customerLists = (data: CustomerView, { most, limit }: Lists): Promise<readonly string[]> =>
  Promise.all([
    listed("Orders", {
      head: ["Placed (UTC)", "Order", "For", "Total", "Refunded", "Paid"],
      rows: data.orders.map((order) => [
        utcMinute(order.placed_at),
        shortOrderId(order.id),
        receiptTitle(order.quote),
        formatUsd(order.quote.total),
        formatUsd(order.refunded),
        order.paid_with.replace("-", " "),
      ]),
      most,
      limit,
    }),
    listed("Payments", {
      head: ["Paid (UTC)", "Receipt", "For", "Amount", "Refunded"],
      rows: data.receipts.map((receipt) => [
        utcMinute(receipt.paid_at),
        receipt.number,
        receiptTitle(receipt),
        formatUsd(receipt.total),
        formatUsd(receipt.refunded),
      ]),
      most,
      limit,
    }),
    listed("Credits", {
      head: ["Time (UTC)", "Credits", "Balance", "Reason", "About"],
      rows: withBalances(data.credit_entries)
        .toReversed()
        .map(({ at, amount, balance, reason, reference }) => [
          utcMinute(at),
          String(amount),
          String(balance),
          reason,
          aboutEntry(data, reference),
        ]),
      most,
      limit,
    }),
    listed("Downloads", {
      head: ["Time (UTC)", "File"],
      rows: data.downloads.toReversed().map(({ at, variant_id }) => [utcMinute(at), fileName(data.files, variant_id)]),
      most,
      limit,
    }),
    listed("Support", { head: ACTION_HEAD, rows: data.support_actions.map(actionRow), most, limit }),
  ]);
