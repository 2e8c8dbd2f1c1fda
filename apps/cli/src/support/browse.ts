import { type Cents, PROVIDER_NAMES, type Instant, formatUsd, personName, utcDay, utcMinute } from "@backlot/domain";
import type { BrowserRow, BrowserView } from "../browser.tsx";
import { orderText, ordersOf } from "../orders/orders.ts";
import { type Screen, sheet } from "../output.ts";
import type { Profile } from "../profiles.ts";
import { type UnsettledMoney, askSupport, requireStore, unsettledMoneyOf } from "../store.ts";
import type { SheetRow } from "../table.ts";
import { customerLists, customerSummary } from "./customer-sheet.ts";
import { whoText } from "./login.ts";
import { REFUND_STATE_SAYS } from "./money.ts";

/** The number of rows in each list of a customer. */
const LISTED = 20;
/** The number of orders in the list. */
const ORDERS = 50;

const customersView = ({ store, key }: Profile): BrowserView => ({
  title: "Customers",
  empty: "There are no customers yet.",
  search: async (text) => {
    // Every email address has an "@", so this finds the newest customers.
    const query = { text: text.trim() === "" ? "@" : text };
    const { data } = await askSupport(store, key, ({ support }) => support.customers({ query }));
    return data.map((person) => {
      const { id: customer, email, company, is_guest } = person;
      return {
        key: customer,
        name: personName(person) || email,
        more: is_guest ? `${email} (guest)` : (company ?? email),
        detail: async (width) => {
          const view = await askSupport(store, key, ({ support }) => support.customer({ query: { customer } }));
          const lists = await customerLists(view.data, { most: LISTED, limit: width });
          return [await customerSummary(view.data, width), ...lists].join("\n\n");
        },
      };
    });
  },
});

const ordersView = ({ store, key }: Profile): BrowserView => ({
  title: "Orders",
  empty: "There are no orders yet.",
  search: async (text) => {
    const options = { store, key, ...(text.trim() === "" ? {} : { text: text.trim() }) };
    const { data } = await ordersOf(options, { limit: ORDERS });
    return data.map(({ id, email, title, total, placed_at }) => ({
      key: id,
      name: `${utcDay(placed_at)} ${formatUsd(total)}`,
      more: `${email}, ${title}`,
      detail: async (width) => {
        const order = await askSupport(store, key, ({ support }) => support.order({ params: { id } }));
        return orderText(order.data, width);
      },
    }));
  },
});

/** Returns a row for money that needs attention, with its details. */
const moneyRow = (
  key: string,
  kind: string,
  { amount, at, facts }: { readonly amount: Cents; readonly at: Instant; readonly facts: readonly SheetRow[] },
): BrowserRow => ({
  key,
  name: `${utcDay(at)} ${formatUsd(amount)}`,
  more: kind,
  detail: (width) =>
    sheet([["Type", [kind]], ["Amount", [formatUsd(amount)]], ["Since", [`${utcMinute(at)} UTC`]], ...facts], width),
});

const moneyRows = ({ refunds, mismatched, unrecovered, disputes }: UnsettledMoney): readonly BrowserRow[] => [
  ...disputes.map(({ dispute_id, provider, user_id, payment_id, amount, opened_at }) =>
    moneyRow(dispute_id, "open dispute", {
      amount,
      at: opened_at,
      facts: [
        ["Dispute", [dispute_id]],
        ["Provider", [PROVIDER_NAMES[provider]]],
        ["Payment", [payment_id]],
        ["Account", [user_id]],
        [
          "Next step",
          [`Respond to it at ${PROVIDER_NAMES[provider]}. The account can't buy anything until it is settled.`],
        ],
      ],
    }),
  ),
  ...refunds.map(({ id, status, cause, cause_reference, payment_id, amount, account_credit, created_at }) =>
    moneyRow(id, `${status} refund`, {
      amount,
      at: created_at,
      facts: [
        ["Cause", [`${cause}, ${cause_reference}`]],
        ["Payment", [payment_id]],
        ...(account_credit === 0 ? [] : [["Credit", [`${formatUsd(account_credit)} in account credit`]] as const]),
        ["Next step", [REFUND_STATE_SAYS[status]]],
      ],
    }),
  ),
  ...mismatched.map(({ payment_id, order_id, user_id, quoted, amount, at }) =>
    moneyRow(payment_id, "payment that differs from its quote", {
      amount,
      at,
      facts: [
        ["Quoted", [formatUsd(quoted)]],
        ["Payment", [payment_id]],
        ...(order_id === null ? [] : [["Order", [order_id]] as const]),
        ["Account", [user_id]],
      ],
    }),
  ),
  ...unrecovered.map(({ user_id, payment_id, amount, at }) =>
    moneyRow(`${payment_id} ${at}`, "unrecovered refund", {
      amount,
      at,
      facts: [
        ["Payment", [payment_id]],
        ["Account", [user_id]],
        ["Note", ["Credits or items from this payment were used before the refund. Nothing is left to revoke."]],
      ],
    }),
  ),
];

/** Returns whether every word of a text is in a row. */
const matches = (text: string, { key, name, more }: BrowserRow): boolean => {
  const rowText = `${name} ${more} ${key}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => rowText.includes(word));
};

const moneyView = ({ store, key }: Profile): BrowserView => ({
  title: "Unsettled money",
  empty: "There is no unsettled money.",
  search: async (text) => moneyRows(await unsettledMoneyOf(store, key)).filter((row) => matches(text, row)),
});

/** Shows customers, orders, and unsettled money on a terminal until the user quits. Needs a store and a key. */
export const browseStore = async (screen: Screen): Promise<void> => {
  const profile = requireStore(process.env.BACKLOT_URL, process.env.BACKLOT_SUPPORT_KEY);
  const { data } = await askSupport(profile.store, profile.key, ({ support }) => support.me());
  const { browse } = await import("../browser.tsx");
  const views = [customersView(profile), ordersView(profile), moneyView(profile)];
  await browse({ title: `${profile.store} · ${whoText(data)}`, views }, screen);
};
