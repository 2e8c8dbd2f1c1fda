import {
  type ChargeStatus,
  type Decision,
  type Ending,
  type Order,
  type OrderItem,
  type OrderRequest,
  type OrderStatus,
  type Quote,
  type ObservedCharge,
  licenseId,
  cents,
  claimsSubscription,
  credits,
  creditsOf,
  decide,
  deliveredItems,
  endOf,
  endingOf,
  endedReason,
  endingText,
  endsWithRefusal,
  epochMs,
  instant,
  isBeingPlaced,
  isChargeOver,
  isFinal,
  isJustPaid,
  isQuotedAmount,
  isSameContent,
  isSameItem,
  lineShares,
  itemsError,
  mayCapture,
  needsAccountLease,
  nextAttempt,
  opensPlan,
  pendingMessage,
  message,
  seenOf,
  orderExpiry,
  planVariant,
  planVariantOf,
  quotePlan,
  renewalBlock,
  sellsPlan,
  slotFor,
  standsOnOldMoney,
  storeConfirms,
  upgradeBlock,
  approvalCanceledText,
} from "@backlot/domain";
import { arbInstant, arbLicense, arbPlanOffer, arbPrice } from "@backlot/testing/arbitraries";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const STATUSES: readonly OrderStatus["_tag"][] = ["pending", "failed", "canceled", "expired", "paid", "unfulfillable"];
const SEEN = {
  nothing: { _tag: "nothing" },
  open: { _tag: "open" },
  processing: { _tag: "processing" },
  over: { _tag: "over" },
  "paid, all": { _tag: "paid", deliverable: "all" },
  "paid, part": { _tag: "paid", deliverable: "part" },
  "paid, none": { _tag: "paid", deliverable: "none" },
} as const satisfies Record<string, ObservedCharge>;
const ENDINGS = {
  none: null,
  canceled: { _tag: "canceled", by: "buyer", message: "order_ended" },
  expired: { _tag: "expired" },
} as const satisfies Record<string, Ending | null>;

/** One row per status and ending, one column per observation. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  //                 nothing     open        processing  over        all        part       none
  "pending none": ["wait", "wait", "wait", "failed", "fulfill", "fulfill", "unfulfillable"],
  "pending canceled": ["canceled", "canceled", "wait", "canceled", "fulfill", "fulfill", "unfulfillable"],
  "pending expired": ["expired", "expired", "wait", "expired", "fulfill", "fulfill", "unfulfillable"],
  "failed *": ["none", "none", "none", "none", "late", "late", "unfulfillable"],
  "canceled *": ["none", "none", "none", "none", "late", "late", "unfulfillable"],
  "expired *": ["none", "none", "none", "none", "late", "late", "unfulfillable"],
  "paid *": ["none", "none", "none", "none", "none", "none", "none"],
  "unfulfillable *": ["none", "none", "none", "none", "none", "none", "none"],
};

const word = (decision: Decision): string => {
  switch (decision._tag) {
    case "end":
      return decision.as;
    case "fulfill":
      return decision.late ? "late" : "fulfill";
    default:
      return decision._tag;
  }
};

const plan: OrderItem = { kind: "plan", plan_variant_id: 130 };
const change: OrderItem = {
  kind: "plan-change",
  plan_variant_id: 131,
  subscription_id: "sub",
  replaces_payment: "invoice:1",
};
const pack: OrderItem = { kind: "credit-pack", credits: credits(5) };
const sells = (...items: readonly [OrderItem, ...OrderItem[]]): Pick<Order, "items"> => ({ items });

describe("an order", () => {
  describe.each(STATUSES)("that is %s", (status) => {
    it.each(
      Object.entries(ENDINGS).flatMap(([ending, asked]) =>
        Object.entries(SEEN).map(([seen, found], column) => ({ ending, asked, seen, found, column })),
      ),
    )("CHK-03 CHK-07 sees $seen and is asked to end: $ending", ({ ending, asked, found, column }) => {
      const row = TABLE[`${status} ${ending}`] ?? TABLE[`${status} *`];
      expect(word(decide(status, found, asked))).toBe(row?.[column]);
    });
  });

  it("CHK-07 settling what is settled changes nothing, whatever is seen", () => {
    for (const status of ["paid", "unfulfillable"] as const) {
      expect(isFinal({ status: { _tag: status, at: instant(0) } })).toBe(true);
      for (const seen of Object.values(SEEN))
        for (const ending of Object.values(ENDINGS)) expect(decide(status, seen, ending)).toEqual({ _tag: "none" });
    }
  });

  it("CHK-07 money is never lost: what is paid is fulfilled or refunded unless it was before", () => {
    for (const status of STATUSES.filter((each) => each !== "paid" && each !== "unfulfillable"))
      for (const seen of [SEEN["paid, all"], SEEN["paid, part"], SEEN["paid, none"]])
        for (const ending of Object.values(ENDINGS))
          expect(["fulfill", "unfulfillable"]).toContain(decide(status, seen, ending)._tag);
  });

  it("CHG-02 claims the subscription by what it sells, and needs the account to itself by who is paid", () => {
    expect([sells(plan), sells(change), sells(plan, pack), sells(pack)].map(claimsSubscription)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const leased = (items: Pick<Order, "items">, provider: Order["provider"]) =>
      needsAccountLease({ ...items, provider });
    expect([leased(sells(plan), "stripe"), leased(sells(plan), "paypal")]).toEqual([false, true]);
    expect([leased(sells(change), "stripe"), leased(sells(change), "paypal")]).toEqual([true, true]);
    expect([leased(sells(pack), "stripe"), leased(sells(pack), "paypal")]).toEqual([false, false]);
  });

  it("CHK-03 the store takes the money of a plan by card itself; for the rest the buyer confirms", () => {
    const confirms = (items: Pick<Order, "items">, provider: Order["provider"]) =>
      storeConfirms({ ...items, provider });
    expect([confirms(sells(plan), "stripe"), confirms(sells(change), "stripe")]).toEqual([true, true]);
    expect([confirms(sells(plan), "paypal"), confirms(sells(pack), "stripe")]).toEqual([false, false]);
  });

  describe("the capture of a charge", () => {
    const by = { none: "", store: "continue", buyer: "continue confirm", confirm: "confirm" } as const;
    /** The requests that capture a charge, if the store confirms it and if the buyer does. */
    const CAPTURES: Readonly<Record<ChargeStatus, readonly [confirmed: string, other: string]>> = {
      RequiresPaymentMethod: [by.confirm, by.confirm],
      RequiresConfirmation: [by.buyer, by.confirm],
      RequiresAction: [by.none, by.none],
      RequiresCapture: [by.buyer, by.buyer],
      Processing: [by.none, by.none],
      Succeeded: [by.none, by.none],
      Canceled: [by.none, by.none],
    };
    const REQUESTS: readonly OrderRequest[] = ["continue", "observe", "confirm", "cancel"];

    it.each(Object.entries(CAPTURES))("CHK-03 CHK-04 that is %s is taken where someone agreed", (charge, taken) => {
      const orders = [
        { ...sells(plan), provider: "stripe" },
        { ...sells(pack), provider: "stripe" },
        { ...sells(plan), provider: "paypal" },
      ] as const;
      const [confirmed, other] = taken;
      expect(
        orders.map((order) => REQUESTS.filter((asked) => mayCapture(order, charge as ChargeStatus, asked)).join(" ")),
      ).toEqual([confirmed, other, other]);
    });
  });

  it("CHK-06 is charged what it was quoted, where the provider can say so before", () => {
    fc.assert(
      fc.property(arbPrice, arbPrice, (total, amount) => {
        const order = { quote: { total } } as Pick<Order, "quote">;
        expect(isQuotedAmount(order, total)).toBe(true);
        expect(isQuotedAmount(order, amount)).toBe(amount === total);
        expect(isQuotedAmount(order, null)).toBe(true);
      }),
    );
  });

  it("CHK-03 sells the same as another one only where all agrees that a buyer sees", () => {
    const order = {
      ...sells(plan, pack),
      provider: "stripe",
      license_id: licenseId(2),
      payment_method_id: "pm_1",
      quote: { total: cents(4_900) },
    } as unknown as Order;
    expect(isSameContent(order, { ...order, payment_method_id: "pm_2", id: "other" })).toBe(true);
    const others: readonly Partial<Order>[] = [
      sells(plan),
      sells(pack, plan),
      { provider: "paypal" },
      { license_id: licenseId(3) },
      { payment_method_id: null },
      { quote: { ...order.quote, total: cents(4_901) } },
    ];
    for (const other of others) expect(isSameContent(order, { ...order, ...other })).toBe(false);
    const items = (first: number, ...rest: readonly number[]) => {
      const [one, ...others] = [first, ...rest].map((id) => ({
        kind: "product" as const,
        collection_variant_id: id,
        raised_from: null,
      }));
      return sells(one ?? plan, ...others);
    };
    const cart = { ...order, ...items(1, 2) } as Order;
    expect(isSameContent(cart, { ...cart, ...items(1, 2) } as Order)).toBe(true);
    for (const other of [items(1, 3), items(3, 2), items(1), items(2, 1)])
      expect(isSameContent(cart, { ...cart, ...other } as Order)).toBe(false);
    expect(isSameContent({ ...cart, payment_method_id: null }, cart)).toBe(false);
  });

  it("CHK-03 CHK-04 ORD-03 finds its place free, its own order there, or another one that ends first", () => {
    const named = (id: string, more: Partial<Order>) =>
      ({
        id,
        user_id: "ada",
        license_id: licenseId(1),
        payment_method_id: "pm_1",
        quote: { total: cents(4_900) },
        ...more,
      }) as Order;
    const none = { plan: null, ofCart: null, oneTime: [] };
    const by = (provider: "stripe" | "paypal") => named(provider, { provider, ...sells(plan) });
    expect(slotFor(by("paypal"), none)).toEqual({ _tag: "free" });
    expect(slotFor(by("paypal"), { ...none, plan: by("paypal") })).toEqual({ _tag: "same", order: by("paypal") });
    // Every SetupIntent makes a separate order.
    expect(slotFor(by("stripe"), { ...none, plan: by("stripe") })).toEqual({ _tag: "taken", order: by("stripe") });
    expect(slotFor(by("paypal"), { ...none, plan: by("stripe") })._tag).toBe("taken");
    const packOf = (amount: number, id = `pack ${amount}`) =>
      named(id, { provider: "stripe", ...sells({ kind: "credit-pack", credits: credits(amount) }) });
    const few = [1, 2, 3, 4].map((amount) => packOf(amount));
    expect(slotFor(packOf(9), { ...none, oneTime: few })).toEqual({ _tag: "free" });
    expect(slotFor(packOf(2, "again"), { ...none, oneTime: few })).toEqual({ _tag: "same", order: packOf(2) });
    const many = [...few, packOf(5)];
    expect(slotFor(packOf(9), { ...none, oneTime: many })).toEqual({ _tag: "taken", order: packOf(5) });
    const cartOf = (variant: number, more: Partial<Order> = {}) => {
      const item: OrderItem = { kind: "product", collection_variant_id: variant, raised_from: null };
      return named(`cart ${variant}`, { provider: "stripe", ...sells(item), ...more });
    };
    const oneTime = [packOf(1), cartOf(7)];
    expect(slotFor(cartOf(8), { ...none, oneTime })).toEqual({ _tag: "taken", order: cartOf(7) });
    expect(slotFor(packOf(9), { ...none, oneTime })).toEqual({ _tag: "free" });
    const guests = cartOf(7, { user_id: "another guest" });
    expect(slotFor(cartOf(7), { ...none, ofCart: guests })).toEqual({ _tag: "taken", order: guests });
    expect(slotFor(cartOf(7), { ...none, ofCart: cartOf(7), oneTime: [cartOf(7)] })._tag).toBe("same");
  });

  it("CHK-03 ORD-06 ends by its time or by a dispute, and its charge with it unless money comes", () => {
    const expires_at = instant(Date.UTC(2026, 10, 21));
    const ended = (ms: number, isDisputed: boolean) =>
      endingOf({ expires_at }, { at: instant(epochMs(expires_at) + ms), isDisputed });
    expect(ended(-1, false)).toBeNull();
    expect(ended(0, true)).toEqual({ _tag: "expired" });
    expect(ended(-1, true)).toEqual({ _tag: "canceled", by: "stale", message: "dispute_open" });
    const charges = ["Canceled", "Processing", "Succeeded", "RequiresAction", null] as const;
    expect(charges.map((charge) => isChargeOver(charge, null))).toEqual([true, false, false, false, false]);
    expect(charges.map((charge) => isChargeOver(charge, ENDINGS.expired))).toEqual([true, false, false, true, true]);
    expect(endsWithRefusal(sells(plan, pack), "RequiresPaymentMethod")).toBe(true);
    expect(endsWithRefusal(sells(pack), "RequiresPaymentMethod")).toBe(false);
    expect(endsWithRefusal(sells(plan), "RequiresAction")).toBe(false);
  });

  it("CHK-03 CHK-04 CHK-07 a charge is seen as what it means, and an end keeps whose words it has", () => {
    const seen = (charge: ChargeStatus | null, able = 0) => seenOf(charge, { able, all: 2 });
    expect([2, 1, 0].map((able) => seen("Succeeded", able))).toEqual([
      { _tag: "paid", deliverable: "all" },
      { _tag: "paid", deliverable: "part" },
      { _tag: "paid", deliverable: "none" },
    ]);
    expect(([null, "Processing", "Canceled", "RequiresAction"] as const).map((charge) => seen(charge)._tag)).toEqual([
      "nothing",
      "processing",
      "over",
      "open",
    ]);
    const at = instant(0);
    const refusal = { message: "Your card was declined.", decline_code: "generic_decline" };
    expect(endOf("failed", refusal, null, at)).toEqual({ _tag: "failed", at, ...refusal });
    expect(endOf("failed", null, null, at)).toMatchObject({ message: message("order_ended"), decline_code: null });
    const canceled = { _tag: "canceled", by: "buyer", message: "approval_canceled" } as const;
    expect(endOf("canceled", refusal, canceled, at)).toEqual({ ...canceled, at });
    const texts = [
      endOf("failed", refusal, null, at),
      endOf("canceled", null, canceled, at),
      endOf("expired", null, { _tag: "expired" }, at),
      { _tag: "unfulfillable", at },
      { _tag: "paid", at },
      { _tag: "pending" },
    ] as const;
    const paying = (total: number) => ({ quote: { total }, provider: "paypal" }) as Pick<Order, "quote" | "provider">;
    expect(texts.map((status) => endingText({ status, ...paying(900) }))).toEqual([
      refusal.message,
      approvalCanceledText("paypal"),
      message("order_ended"),
      message("payment_not_applied"),
      null,
      null,
    ]);
    expect(texts.slice(0, 4).map((status) => endedReason({ status, ...paying(900) }))).toEqual([
      "order_ended",
      "order_ended",
      "order_ended",
      "payment_not_applied",
    ]);
    // Nothing was paid for a free order, so nothing is refunded.
    expect(endingText({ status: texts[3], ...paying(0) })).toBe(message("order_ended"));
  });

  it("CHK-03 a payment that is on its way asks for no card again", () => {
    const told = (["Processing", "RequiresCapture", "Succeeded", null] as const).map(pendingMessage);
    expect(new Set(told)).toEqual(new Set(["payment_on_its_way"]));
    expect((["RequiresPaymentMethod", "RequiresConfirmation"] as const).map(pendingMessage)).toEqual([
      "payment_method_required",
      "payment_method_required",
    ]);
  });

  it("CHK-07 a plan hands over all of its order or nothing, and opens where no other plan runs", () => {
    expect(deliveredItems(sells(plan, pack), [pack])).toEqual([]);
    expect(deliveredItems(sells(plan, pack), [plan, pack])).toEqual([plan, pack]);
    const [one, two] = [1, 2].map(
      (id): OrderItem => ({ kind: "product", collection_variant_id: id, raised_from: null }),
    );
    expect(deliveredItems(sells(one ?? plan, two ?? plan), [two ?? plan])).toEqual([two]);
    const opens = (_tag: "pending" | "canceled", amount: number, credit_used: number, hasPlan = false) =>
      opensPlan(
        { status: { _tag } as OrderStatus },
        { amount: cents(amount), credit_used: cents(credit_used) },
        { hasPlan },
      );
    expect([opens("pending", 0, 0), opens("canceled", 1, 0), opens("canceled", 0, 1)]).toEqual([true, true, true]);
    // The buyer of a free plan abandoned it, and nothing was paid.
    expect(opens("canceled", 0, 0)).toBe(false);
    expect(opens("pending", 4_900, 0, true)).toBe(false);
  });

  it("CRD-11 is confirmed to who comes back within a day of its payment", () => {
    const at = instant(Date.UTC(2026, 10, 21));
    const paid = { status: { _tag: "paid", at } } as const;
    const later = (hours: number) => instant(epochMs(at) + hours * 3_600_000);
    expect([0, 23.9, 24].map((hours) => isJustPaid(paid, later(hours)))).toEqual([true, true, false]);
    expect(isJustPaid({ status: { _tag: "unfulfillable", at } }, at)).toBe(false);
  });

  it("CHK-03 ORD-06 is final once it was paid, and stands on old money by account credit or a change", () => {
    const final = STATUSES.filter((_tag) => isFinal({ status: { _tag } as OrderStatus }));
    expect(final).toEqual(["paid", "unfulfillable"]);
    const quoted = (account_credit: number) => ({ quote: { account_credit: cents(account_credit) } as Quote });
    expect(standsOnOldMoney({ ...sells(plan), ...quoted(0) })).toBe(false);
    expect(standsOnOldMoney({ ...sells(plan, pack), ...quoted(1) })).toBe(true);
    expect(standsOnOldMoney({ ...sells(change), ...quoted(0) })).toBe(true);
  });

  it("CHK-03 is being placed for five seconds, while the store takes its money by card", () => {
    const at = instant(Date.UTC(2026, 10, 21));
    const order = { ...sells(plan), provider: "stripe", payment_reference: null, created_at: at } as Order;
    const later = (ms: number) => instant(epochMs(at) + ms);
    expect([0, 4_999, 5_000].map((ms) => isBeingPlaced(order, later(ms)))).toEqual([true, true, false]);
    const others: readonly Partial<Order>[] = [
      { payment_reference: "sub_1" },
      sells(pack),
      sells(change),
      { provider: "paypal" },
    ];
    for (const other of others) expect(isBeingPlaced({ ...order, ...other }, at)).toBe(false);
  });

  it("CHK-04 sells one plan, with credits beside it by card alone", () => {
    expect(itemsError([plan], "paypal")).toBeNull();
    expect(itemsError([plan, pack], "stripe")).toBeNull();
    expect(itemsError([pack], "paypal")).toBeNull();
    expect(itemsError([plan, pack], "paypal")).toBe("add_on_needs_card");
    expect(itemsError([plan, change], "stripe")).toBe("two_plans");
    expect(itemsError([change, pack], "stripe")).toBe("change_alone");
    expect(itemsError([pack, pack], "stripe")).toBe("two_credit_packs");
  });
});

describe("the items of an order", () => {
  const sold: readonly OrderItem[] = [
    { kind: "plan", plan_variant_id: 130 },
    { kind: "plan", plan_variant_id: 131 },
    { kind: "plan-change", plan_variant_id: 130, subscription_id: "one", replaces_payment: "a" },
    pack,
    { kind: "credit-pack", credits: credits(6) },
  ];

  it("CHK-03 sell a plan or credits, and are the same where they sell the same", () => {
    expect(sold.map(planVariantOf)).toEqual([130, 131, 130, null, null]);
    expect(sold.map(creditsOf)).toEqual([null, null, null, 5, 6]);
    const order = { items: [sold[0] ?? pack], license_id: licenseId(2) } as const;
    expect(sellsPlan(order, { plan_variant_id: 130 })).toBe(true);
    expect(sellsPlan(order, { plan_variant_id: 130, license_id: licenseId(2) })).toBe(true);
    expect(sellsPlan(order, { plan_variant_id: 130, license_id: licenseId(3) })).toBe(false);
    expect(sellsPlan(order, { plan_variant_id: 131 })).toBe(false);
    for (const [i, a] of sold.entries()) for (const [j, b] of sold.entries()) expect(isSameItem(a, b)).toBe(i === j);
  });
});

describe("recovery", () => {
  const at = instant(Date.UTC(2026, 10, 21));
  const minutes = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;

  it("CHK-07 looks after 1, 2, 4, 8, 16 and then every 30 minutes", () => {
    const never = instant(Date.UTC(2090, 0, 1));
    expect([0, 1, 2, 3, 4, 5, 6, 40].map((attempts) => minutes(at, nextAttempt(attempts, at, never)))).toEqual([
      1, 2, 4, 8, 16, 30, 30, 30,
    ]);
  });

  it("CHK-07 looks at the very moment at which the order expires, where that is still ahead", () => {
    fc.assert(
      fc.property(arbInstant, fc.nat(20), fc.integer({ min: -100, max: 100 }), (now, attempts, ahead) => {
        const expiry = instant(epochMs(now) + ahead * 60_000);
        const next = nextAttempt(attempts, now, expiry);
        expect(next > now).toBe(true);
        if (expiry > now) expect(next <= expiry).toBe(true);
        expect(minutes(now, next)).toBeLessThanOrEqual(30);
      }),
    );
  });

  it("CHK-03 CHK-04 an order by card may be paid for 23 hours, one through PayPal for three", () => {
    expect(minutes(at, orderExpiry("stripe", at))).toBe(23 * 60);
    expect(minutes(at, orderExpiry("paypal", at))).toBe(3 * 60);
  });

  it("CHG-08 an upgrade's order ends an hour before the period does, and none starts later", () => {
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 40 * 24 * 60 }), (left) => {
        const end = instant(epochMs(at) + left * 60_000);
        const soon = left <= 60 ? "period_ends_soon" : null;
        expect(upgradeBlock(end, at)).toBe(left <= 2 ? "period_renewing" : soon);
        expect(renewalBlock(end, at)).toBe(left <= 2 ? "period_renewing" : null);
        const expires = minutes(at, orderExpiry("stripe", at, { renews_at: end }));
        expect(expires).toBe(Math.min(23 * 60, left - 60));
      }),
    );
  });
});

describe("the shares of an order's items", () => {
  const quoteOf = (
    offer: Parameters<typeof planVariant>[0],
    license: ReturnType<typeof licenseId>,
    credit: number,
    tax: number,
    price: number,
  ): Quote =>
    quotePlan({
      variant: planVariant(offer, license),
      accountCredit: cents(credit),
      at: instant(0),
      tax: { numerator: tax, denominator: 100 },
      pack: { reference: "5", amount: credits(5), price: cents(price) },
    });

  it("ORD-04 add up to what is charged and each to the price of its line, and none is negative", () => {
    fc.assert(
      fc.property(
        arbPlanOffer,
        arbLicense,
        arbPrice,
        fc.integer({ min: 0, max: 25 }),
        arbPrice,
        (offer, license, credit, tax, price) => {
          const quote = quoteOf(offer, license, credit, tax, price);
          const shares = lineShares(quote, { amount: quote.total, credit: quote.account_credit });
          expect(shares).toHaveLength(quote.lines.length);
          const net = shares.reduce((sum, share) => sum + share.amount + share.credit, 0);
          expect(net + quote.tax).toBe(quote.total + quote.account_credit);
          for (const [index, { amount, credit: used }] of shares.entries()) {
            expect(Math.min(amount, used)).toBeGreaterThanOrEqual(0);
            expect(amount + used).toBe(quote.lines[index]?.net);
          }
        },
      ),
    );
  });
});
