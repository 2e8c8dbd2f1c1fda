import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, advance, openSandbox, stripeAt } from "./sandbox.ts";

const VISA = "4242424242424242";
const MASTERCARD = "5555555555554444";

describe("cards of the sandbox", () => {
  const held: { sandbox?: Sandbox } = {};
  beforeAll(async () => {
    held.sandbox = await openSandbox();
  });
  afterAll(() => held.sandbox?.stop());
  const stripe = () => {
    if (held.sandbox === undefined) throw new Error("the sandbox has not started");
    return stripeAt(held.sandbox);
  };

  const typed = (number: string, exp_month: number, exp_year: number) =>
    stripe().paymentMethods.create({ type: "card", card: { number, exp_month, exp_year, cvc: "123" } });

  it("two of one number have one fingerprint, whatever their dates; another number has another", async () => {
    const [one, again, other] = [
      await typed(VISA, 12, 2034),
      await typed(VISA, 11, 2033),
      await typed(MASTERCARD, 12, 2034),
    ];
    expect(one.id).not.toBe(again.id);
    expect(one.card?.fingerprint).toBe(again.card?.fingerprint);
    expect(other.card?.fingerprint).not.toBe(one.card?.fingerprint);
    expect(one.card?.fingerprint).not.toContain(VISA);
  });

  it("are listed in pages, as the provider lists them", async () => {
    const { id: customer } = await stripe().customers.create({ email: "many@b.co" });
    const saved: string[] = [];
    for (const month of [1, 2, 3]) {
      const { id } = await typed(VISA, month, 2034);
      await stripe().setupIntents.create({ customer, payment_method: id, confirm: true });
      saved.push(id);
    }
    const first = await stripe().customers.listPaymentMethods(customer, { limit: 2 });
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const last = first.data.at(-1)?.id ?? "";
    const rest = await stripe().customers.listPaymentMethods(customer, { limit: 2, starting_after: last });
    expect([rest.data.length, rest.has_more]).toEqual([1, false]);
    expect([...first.data, ...rest.data].map(({ id }) => id).sort()).toEqual(saved.sort());
    const before = await stripe().customers.listPaymentMethods(customer, { ending_before: rest.data[0]?.id ?? "" });
    expect(before.data).toEqual(first.data);
    await expect(
      stripe().customers.listPaymentMethods(customer, { starting_after: "pm_of_nobody" }),
    ).rejects.toMatchObject({ statusCode: 400, code: "resource_missing", param: "starting_after" });
  });

  it("one that expires next month pays until the end of that month, and is refused after it", async () => {
    const now = new Date();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    const { id: card } = await typed(VISA, next.getUTCMonth() + 1, next.getUTCFullYear());
    const { id: customer } = await stripe().customers.create({ email: "a@b.co" });
    await stripe().setupIntents.create({ customer, payment_method: card, confirm: true });
    const asked = { customer, amount: 4_900, currency: "usd", payment_method: card, confirm: true };
    expect((await stripe().paymentIntents.create(asked)).status).toBe("succeeded");
    if (held.sandbox !== undefined) await advance(held.sandbox, { months: 2 });
    await expect(stripe().paymentIntents.create(asked)).rejects.toMatchObject({ code: "expired_card" });
  });
});
