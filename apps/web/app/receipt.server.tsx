import { longDate } from "@backlot/domain/kernel/calendar";
import { formatUsd } from "@backlot/domain/kernel/money";
import { paidWithText } from "@backlot/domain/orders/order-texts";
import { licenseLabel } from "@backlot/domain/licensing/license";
import type { OrderView, ShopSettings } from "@backlot/ports";
import { Document, Page, StyleSheet, Text, View, renderToBuffer } from "@react-pdf/renderer";

/** The contents of a receipt. */
export interface ReceiptData {
  readonly order: OrderView;
  readonly seller: ShopSettings["seller"];
  readonly supportEmail: string;
}

const styles = StyleSheet.create({
  page: { padding: 56, fontFamily: "Helvetica", fontSize: 10, lineHeight: 1.5, color: "#1c1c20" },
  title: { fontFamily: "Helvetica-Bold", fontSize: 22, lineHeight: 1.2, marginBottom: 4 },
  soft: { color: "#5c5c66" },
  parties: { flexDirection: "row", gap: 40, marginVertical: 28 },
  party: { flex: 1 },
  label: { fontFamily: "Helvetica-Bold", marginBottom: 4 },
  row: { flexDirection: "row", justifyContent: "space-between", gap: 24, paddingVertical: 6 },
  line: { borderBottomWidth: 0.5, borderColor: "#c9c9d1" },
  name: { flex: 1 },
  total: { fontFamily: "Helvetica-Bold", fontSize: 13, borderTopWidth: 1, borderColor: "#1c1c20", marginTop: 6 },
  note: { marginTop: 28, color: "#5c5c66", fontSize: 9 },
});

function Row({ name, amount, as }: { name: string; amount: string; as?: "line" | "total" }) {
  return (
    <View style={as === undefined ? styles.row : [styles.row, styles[as]]}>
      <Text style={styles.name}>{name}</Text>
      <Text>{amount}</Text>
    </View>
  );
}

function Party({ title, lines }: { title: string; lines: readonly (string | null | undefined)[] }) {
  return (
    <View style={styles.party}>
      <Text style={styles.label}>{title}</Text>
      {lines.flatMap((text) => (text ? [<Text key={text}>{text}</Text>] : []))}
    </View>
  );
}

function Receipt({ order, seller, supportEmail }: ReceiptData) {
  const { quote, billed_to } = order;
  return (
    <Document title={`Receipt ${order.id}`} author={seller.name} language="en">
      <Page size="A4" style={styles.page}>
        <Text style={styles.title}>Receipt</Text>
        <Text style={styles.soft}>Number {order.id}</Text>
        <Text style={styles.soft}>
          {longDate(order.placed_at)} · {paidWithText(order.paid_with)}
        </Text>
        <View style={styles.parties}>
          <Party
            title="Seller"
            lines={[seller.name, ...seller.address, seller.taxId === null ? null : `Tax number ${seller.taxId}`]}
          />
          <Party title="Buyer" lines={[billed_to.company_name, billed_to.name, billed_to.address, billed_to.email]} />
        </View>
        <Text style={styles.soft}>License: {licenseLabel(order.license_id)}</Text>
        {quote.lines.map((line) => (
          <Row key={line.reference} name={line.label} amount={formatUsd(line.gross)} as="line" />
        ))}
        <Row name="Subtotal" amount={formatUsd(quote.subtotal)} />
        {quote.discounts.map((discount) => (
          <Row key={discount.label} name={discount.label} amount={`-${formatUsd(discount.amount)}`} />
        ))}
        {quote.balance_due === undefined ? null : (
          <Row name="Balance from earlier payments" amount={formatUsd(quote.balance_due)} />
        )}
        {quote.carried_over === undefined ? null : (
          <Row name="Due with the next payment" amount={`-${formatUsd(quote.carried_over)}`} />
        )}
        {quote.account_credit === 0 ? null : (
          <Row name="Applied account credit" amount={`-${formatUsd(quote.account_credit)}`} />
        )}
        <Row name="Tax" amount={formatUsd(quote.tax)} />
        <Row name="Total" amount={`${formatUsd(quote.total)} USD`} as="total" />
        {order.refunded === 0 ? null : <Row name="Refunded since" amount={`-${formatUsd(order.refunded)}`} />}
        <Text style={styles.note}>Questions about this receipt: {supportEmail}</Text>
      </Page>
    </Document>
  );
}

/** Returns a receipt as a PDF. Amounts are in US dollars, from the order's quote. */
export const renderReceipt = (receipt: ReceiptData): Promise<Buffer> => renderToBuffer(<Receipt {...receipt} />);
