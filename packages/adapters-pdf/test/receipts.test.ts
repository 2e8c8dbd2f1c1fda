import { type Receipt, cents, instantOf, licenseId } from "@backlot/domain";
import { PAGE_WIDTH, readPdf } from "@backlot/testing/read-pdf";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { makeCertificatePress, makeReceiptRenderer, newCertificateKey } from "../src/index.ts";

const options = { supportEmail: () => "help@shop.example", isTestStore: false };
const renderer = makeReceiptRenderer(options);

const receipt: Receipt = {
  number: "R1-000042",
  payment_id: "payment:1",
  order_id: "order-1",
  seller: { name: "Świt Wytwórnia", address: ["ul. Młyńska 1", "90-001 Łódź"], tax_id: "PL 1234567890" },
  buyer: { name: "Łucja Święty", company_name: "Съёмка Ασημί", address: "Łódź", email: "ada@example.com" },
  license_id: licenseId(2),
  paid_at: instantOf("2026-05-01T00:00:01Z"),
  paid_with: "card",
  period: { start: instantOf("2026-05-01T00:00:00Z"), end: instantOf("2026-06-01T00:00:00Z") },
  lines: [{ label: "Żar · 2K", amount: cents(5_000) }],
  discounts: [{ label: "ŁÓDŹ10", amount: cents(500) }],
  subtotal: cents(5_000),
  account_credit: cents(300),
  tax: cents(371),
  total: cents(4_571),
};

const print = (changed: Partial<Receipt> = {}, refunded = 0) =>
  Effect.runPromise(renderer.print({ ...receipt, ...changed }, cents(refunded)));
const textOf = async (changed: Partial<Receipt> = {}, refunded = 0) =>
  (await readPdf(await print(changed, refunded))).text;
const lettersOf = (text: string): string => [...text.normalize("NFKD").replace(/\s+/g, "")].sort().join("");

describe("a printed receipt", () => {
  it("ORD-06 of a test store says that no real payment was made", async () => {
    const renderer = makeReceiptRenderer({ ...options, isTestStore: true });
    const { text } = await readPdf(await Effect.runPromise(renderer.print(receipt, cents(0))));
    const said = "Teststore:norealpayments.";
    expect(text.replaceAll(/\s/g, "")).toContain(`Receipt${said}Number`);
    expect((await textOf()).replaceAll(/\s/g, "")).not.toContain(said);
  });

  it("ORD-06 states seller, buyer, date, period, lines, tax and refund, in their letters", async () => {
    const text = await textOf({}, 1_000);
    for (const part of [
      "Receipt Number R1-000042",
      "May 1, 2026 · Paid by card",
      "Seller Świt Wytwórnia ul. Młyńska 1 90-001 Łódź Tax ID PL 1234567890",
      "Buyer Съёмка Ασημί Łucja Święty Łódź ada@example.com",
      "License: Startup",
      "Period: May 1, 2026 to June 1, 2026",
      "Żar · 2K $50.00 Subtotal $50.00 ŁÓDŹ10 -$5.00 Applied account credit -$3.00 Tax $3.71 Total $45.71 USD",
      "Refunded to date -$10.00",
      "Order ORDER-1. Questions about this receipt: help@shop.example",
    ])
      expect(text).toContain(part.replace(/\s+/g, ""));
    expect(text).not.toContain("\ufffd");
  });

  it("ORD-06 states names in twelve scripts with the letters that they were given", async () => {
    for (const name of [
      "Łukasz Święty-Đặng",
      "Ασημίνα Παπαδοπούλου",
      "Съёмка Їжакевич",
      "Արմեն Գրիգորյան",
      "გიორგი ბერიძე",
      "שלום כהן",
      "محمد عبد الله لاشين",
      "श्री क्षत्रिय कृष्णा",
      "สุภาพร น้ำผึ้ง ปั่น",
      "王小明 陳大文",
      "株式会社バックロット",
      "김철수 스튜디오",
    ]) {
      const text = await textOf({ buyer: { ...receipt.buyer, company_name: null, name, address: null } });
      const field = text.slice(text.indexOf("Buyer") + "Buyer".length, text.indexOf("ada@example.com"));
      expect(lettersOf(field), name).toBe(lettersOf(name));
    }
  });

  it("ORD-06 marks a character that no font prints, and says so, but never prints another one", async () => {
    const text = await textOf({ buyer: { ...receipt.buyer, company_name: null, name: "Ada বাংলা 🎬" } });
    expect(text).toContain("BuyerAda\ufffd\ufffd\ufffdŁódź");
    expect(text).toContain("Somecharactersonthisreceiptaren'tinourfontsandappearas\ufffd.");
  });

  it("ORD-06 is the same whatever was printed before, and no long word leaves the page", async () => {
    const long = {
      ...receipt.buyer,
      company_name: "Donaudampfschifffahrtsgesellschaft".repeat(4),
      name: "W".repeat(90),
    };
    const before = await readPdf(await print({ buyer: long, lines: [{ label: "M".repeat(120), amount: cents(1) }] }));
    expect(Math.max(...before.ends)).toBeLessThan(PAGE_WIDTH - 50);
    for (const word of [long.company_name, long.name, "M".repeat(120)]) expect(before.text).toContain(word);
    const press = makeCertificatePress({
      key: newCertificateKey(),
      oldKeys: [],
      siteUrl: "https://shop.example",
    });
    const covered = { license_token: "BL-1", license_id: licenseId(1), terms_version: "1", covered: [] };
    const named = { company_name: "Ada", name: null, address: "London" };
    await Effect.runPromise(
      press.print({ ...covered, ...named, number: "BC-1", issued_at: receipt.paid_at }, "Backlot"),
    );
    const after = await readPdf(await print({ buyer: long, lines: [{ label: "M".repeat(120), amount: cents(1) }] }));
    expect(after).toEqual(before);
  });
});
