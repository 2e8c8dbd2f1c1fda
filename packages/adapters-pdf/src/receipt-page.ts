import {
  TEST_STORE_TEXT,
  type Cents,
  type Receipt,
  type ReceiptRow,
  formatUsd,
  licenseLabel,
  longDate,
  orderNumber,
  paidWithText,
  periodText,
  receiptRows,
} from "@backlot/domain";
import { Document, Page, StyleSheet, View, renderToBuffer } from "@react-pdf/renderer";
import { type ReactElement, createElement as h } from "react";
import { type TextStyle, type TypesetText, typeset } from "./typeset.ts";

const SIDE = 56;
const WIDTH = 595.28 - 2 * SIDE;
const GAP = 24;
const PARTY_WIDTH = (WIDTH - 40) / 2;
const AMOUNT_WIDTH = 110;

const INK = "#1c1c20";
const SOFT = "#5c5c66";

const styles = StyleSheet.create({
  page: { padding: SIDE },
  title: { marginBottom: 4 },
  parties: { flexDirection: "row", gap: 40, marginVertical: 28 },
  label: { marginBottom: 4 },
  row: { flexDirection: "row", justifyContent: "space-between", gap: GAP, paddingVertical: 6 },
  line: { borderBottomWidth: 0.5, borderColor: "#c9c9d1" },
  total: { borderTopWidth: 1, borderColor: INK, marginTop: 6 },
  note: { marginTop: 28 },
});

/** The support address on receipts, and whether the store takes no real payments. */
export interface ReceiptOptions {
  readonly supportEmail: () => string;
  readonly isTestStore: boolean;
}

/** Returns the rows of a receipt in print order. */
const rowsOf = (receipt: Receipt, refunded: Cents): readonly ReceiptRow[] => [
  ...receiptRows(receipt),
  ...(refunded === 0 ? [] : [{ name: "Refunded to date", value: `-${formatUsd(refunded)}`, as: "part" as const }]),
];

/**
 * Renders a receipt as a PDF. `refunded` is the amount refunded since, in cents. Replaces characters that no font has,
 * and adds a note if it replaced any.
 */
export const drawReceipt = async (
  receipt: Receipt,
  refunded: Cents,
  { supportEmail, isTestStore }: ReceiptOptions,
): Promise<Buffer> => {
  const texts: TypesetText[] = [];
  const set = async (text: string, style: Partial<TextStyle> = {}): Promise<ReactElement> => {
    const typesetText = await typeset(text, { size: 10, width: WIDTH, weight: 400, color: INK, ...style });
    texts.push(typesetText);
    return typesetText.element;
  };
  const party = async (title: string, lines: readonly (string | null)[]) =>
    h(
      View,
      { style: { width: PARTY_WIDTH } },
      h(View, { style: styles.label }, await set(title, { width: PARTY_WIDTH, weight: 700 })),
      ...(await Promise.all(
        lines.flatMap((line) => (line === null || line === "" ? [] : [set(line, { width: PARTY_WIDTH })])),
      )),
    );
  const row = async ({ name, value, as }: ReceiptRow) => {
    const style: Partial<TextStyle> = as === "total" ? { weight: 700, size: 13 } : {};
    return h(
      View,
      { style: as === "part" ? styles.row : [styles.row, styles[as]], wrap: false },
      await set(name, { ...style, width: WIDTH - AMOUNT_WIDTH - GAP }),
      await set(value, { ...style, width: AMOUNT_WIDTH, align: "right" }),
    );
  };
  const { seller, buyer, period, license_id } = receipt;
  const body = [
    h(View, { style: styles.title }, await set("Receipt", { size: 22, weight: 700, lineHeight: 1.2 })),
    ...(isTestStore ? [await set(TEST_STORE_TEXT, { weight: 700 })] : []),
    await set(`Number ${receipt.number}`, { color: SOFT }),
    await set(`${longDate(receipt.paid_at)} · ${paidWithText(receipt.paid_with)}`, { color: SOFT }),
    h(
      View,
      { style: styles.parties },
      await party("Seller", [
        seller.name,
        ...seller.address,
        seller.tax_id === null ? null : `Tax ID ${seller.tax_id}`,
      ]),
      await party("Buyer", [buyer.company_name, buyer.name, buyer.address, buyer.email]),
    ),
    ...(license_id === null ? [] : [await set(`License: ${licenseLabel(license_id)}`, { color: SOFT })]),
    ...(period === null ? [] : [await set(`Period: ${periodText(period)}`, { color: SOFT })]),
    ...(await Promise.all(rowsOf(receipt, refunded).map(row))),
  ];
  const isComplete = texts.every((text) => text.isComplete);
  const reference =
    receipt.order_id === null ? `Payment ${receipt.payment_id}` : `Order ${orderNumber(receipt.order_id)}`;
  const notes = [
    `${reference}. Questions about this receipt: ${supportEmail()}`,
    ...(isComplete ? [] : ["Some characters on this receipt aren't in our fonts and appear as \ufffd."]),
  ];
  const footer = await Promise.all(notes.map((note) => set(note, { size: 9, color: SOFT })));
  return renderToBuffer(
    h(
      Document,
      {
        title: `Receipt ${receipt.number}`,
        author: seller.name,
        language: "en",
        creationDate: new Date(receipt.paid_at),
      },
      h(Page, { size: "A4", style: styles.page }, ...body, h(View, { style: styles.note }, ...footer)),
    ),
  );
};
