import { makeTransactions, migrate, nameFormerSeller } from "@backlot/adapters-postgres";
import { scenarioDatabases } from "@backlot/testing/databases";
import { type Instant, credits, moneyBehind, allocationsOf } from "@backlot/domain";
import * as Effect from "effect/Effect";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";

const run = Effect.runPromise;
const QUOTE = JSON.stringify({
  currency: "usd",
  lines: [
    { kind: "plan", reference: "130", label: "Pro", gross: 4_900, discount: 0, net: 4_900 },
    { kind: "pack", reference: "5", label: "5 credits", gross: 1_500, discount: 0, net: 1_500 },
  ],
  discounts: [],
  subtotal: 6_400,
  discount: 0,
  account_credit: 0,
  account_credit_left: 0,
  tax: 0,
  total: 6_400,
  renewal: null,
});

/** A store's rows before orders had items: an open order of each of the five kinds, and ended ones. */
const before = [
  `insert into plan_offers
     (id, group_id, plan_name, interval, recurring_credits, price, licence_from, licence_to) values
     (130, 1, 'Pro', 'month', 20, 4900, 1, 2), (131, 1, 'Pro', 'month', 50, 9900, 1, 2)`,
  ...["card", "card-change", "card-pack", "wallet", "wallet-change", "ended"].map(
    (id) => `insert into accounts values ('${id}', '${id}@example.com', 'A', 'B', false, null, false, true,
      ${id.startsWith("wallet") ? "null" : `'cus_${id}'`}, false, null, now())`,
  ),
  ...["card-change", "wallet-change", "ended"].map(
    (id) => `insert into subscriptions (id, user_id, plan_variant_id, license_id, status, provider,
      provider_subscription_id, period_start, period_end, paid, created_at, anchor, price, payment)
      values ('sub-${id}', '${id}', 130, 1, 'active', 'stripe', 'sub_${id}', '2026-11-01', '2026-12-01', 4900,
      '2026-11-01', '2026-11-01', 4900, 'invoice:${id}')`,
  ),
  ...["card-change", "wallet-change", "ended"].map(
    (id) => `insert into payments (id, user_id, subscription_id, provider, reason, amount, at)
      values ('invoice:${id}', '${id}', 'sub-${id}', 'stripe', 'plan', 4900, '2026-11-01')`,
  ),
  `insert into credit_lots (id, user_id, kind, granted, granted_at, source)
     values ('lot', 'card-change', 'plan', 20, now(), 'invoice:card-change')`,
  `insert into credit_entries (user_id, lot_id, amount, reason, reference, at) values
     ('card-change', 'lot', 20, 'grant', 'invoice:card-change', now()),
     ('card-change', 'lot', -6, 'hand-back', 'order-change', now()),
     ('card-change', 'lot', -3, 'take-back', 'refund:1', now())`,
  ...[
    ["order-plan", "card", "plan", "'seti_1'", "130", "'stripe'", "'cus_card'", "'pm'", "5", "null", "null", "'sub_1'"],
    [
      "order-change",
      "card-change",
      "change",
      "'seti_2'",
      "131",
      "'stripe'",
      "'cus_c'",
      "'pm'",
      "null",
      "'sub-card-change'",
      "null",
      "null",
    ],
    [
      "order-pack",
      "card-pack",
      "pack",
      "'pack:1'",
      "null",
      "'stripe'",
      "'cus_p'",
      "null",
      "7",
      "null",
      "null",
      "'pi_1'",
    ],
    [
      "order-wallet",
      "wallet",
      "plan",
      "'wallet:1'",
      "130",
      "'paypal'",
      "null",
      "null",
      "null",
      "null",
      "null",
      "'I-1'",
    ],
    [
      "order-wallet-pack",
      "wallet",
      "pack",
      "'wallet:2'",
      "null",
      "'paypal'",
      "null",
      "null",
      "9",
      "null",
      "null",
      "'O-1'",
    ],
    [
      "order-wallet-change",
      "wallet-change",
      "change",
      "'wallet:3'",
      "131",
      "'paypal'",
      "null",
      "null",
      "null",
      "'sub-wallet-change'",
      "'invoice:wallet-change'",
      "'I-2'",
    ],
  ].map(
    ([id, user, kind, key, plan, provider, customer, card, amount, subscription, replaced, reference]) =>
      `insert into orders (id, user_id, kind, submit_key, plan_variant_id, license_id, provider, customer_id,
        payment_method_id, credits, subscription_id, replaced_payment, quote, provider_reference, status, created_at)
        values ('${id}', '${user}', '${kind}', ${key}, ${plan}, 1, ${provider}, ${customer}, ${card}, ${amount},
        ${subscription}, ${replaced}, '${QUOTE}', ${reference}, 'pending', '2026-11-20')`,
  ),
  `insert into orders (id, user_id, kind, submit_key, plan_variant_id, license_id, customer_id, payment_method_id,
     quote, status, closed_at, failure_message, created_at) values
     ('order-stray', 'ended', 'plan', 'seti_9', 130, 1, 'cus_e', 'pm',
       '${QUOTE}', 'failed', now(), 'late', '2026-11-02'),
     ('order-failed', 'ended', 'plan', 'seti_8', 130, 1, 'cus_e', 'pm',
       '${QUOTE}', 'failed', now(), 'Declined.', '2026-11-02')`,
  `insert into payments (id, user_id, order_id, provider, reason, provider_reference, amount, refunded, at)
     values ('invoice:stray', 'ended', 'order-stray', 'stripe', 'plan', 'pi_stray', 6400, 1400, '2026-11-02')`,
  `insert into plans_to_end values ('stripe', 'sub_old', now())`,
  `insert into jobs (name, due_at, note) values ('recover-orders', now(), null), ('reconcile', now(), '2026-11-20')`,
];

describe.each(scenarioDatabases)("the migration of orders on $kind", ({ openEmpty }) => {
  it("CHK-03 keeps every order, pending ones of all kinds included, and the ledger to the credit", async () => {
    const database = await openEmpty();
    const db = database.kysely;
    await migrate(db, "0006-wallet");
    for (const statement of before) await sql.raw(statement).execute(db);
    await migrate(db);
    const { read } = makeTransactions(db);
    const items = async (id: string) => (await run(read.orders.get(id)))?.items;
    expect(await items("order-plan")).toEqual([
      { kind: "plan", plan_variant_id: 130 },
      { kind: "credit-pack", credits: credits(5) },
    ]);
    // A change by card did not store a payment, so it is the payment for the current period.
    expect(await items("order-change")).toEqual([
      {
        kind: "plan-change",
        plan_variant_id: 131,
        subscription_id: "sub-card-change",
        replaces_payment: "invoice:card-change",
      },
    ]);
    expect(await items("order-pack")).toEqual([{ kind: "credit-pack", credits: 7 }]);
    expect(await items("order-wallet")).toEqual([{ kind: "plan", plan_variant_id: 130 }]);
    expect(await items("order-wallet-pack")).toEqual([{ kind: "credit-pack", credits: 9 }]);
    expect(await items("order-wallet-change")).toEqual([
      {
        kind: "plan-change",
        plan_variant_id: 131,
        subscription_id: "sub-wallet-change",
        replaces_payment: "invoice:wallet-change",
      },
    ]);
    expect(await run(read.orders.pending())).toHaveLength(6);
    expect(await run(read.orders.byIdempotencyKey("seti_1"))).toMatchObject({
      id: "order-plan",
      provider: "stripe",
      payment_reference: "sub_1",
      status: { _tag: "pending" },
      attempts: 0,
    });
    expect((await run(read.orders.openSubscriptionOrder("wallet")))?.id).toBe("order-wallet");
    expect(await run(read.orders.openOneTimeOrdersOf("wallet"))).toMatchObject([{ id: "order-wallet-pack" }]);
    const hours = async (id: string) => {
      const order = await run(read.orders.get(id));
      return (Date.parse(order?.expires_at ?? "") - Date.parse(order?.created_at ?? "")) / 3_600_000;
    };
    expect([await hours("order-plan"), await hours("order-wallet")]).toEqual([23, 3]);

    expect((await run(read.orders.get("order-failed")))?.status).toMatchObject({
      _tag: "failed",
      message: "Declined.",
    });
    expect((await run(read.orders.get("order-stray")))?.status._tag).toBe("unfulfillable");
    expect(await run(read.refunds.due())).toMatchObject([
      { cause: "unfulfillable", cause_reference: "order-stray", payment_id: "invoice:stray", amount: 5_000 },
    ]);

    const entries = await run(read.credits.entries("card-change"));
    expect(entries.map((entry) => [entry.reason, entry.amount, entry.reference])).toEqual([
      ["grant", 20, "invoice:card-change"],
      ["return", -6, "order-change"],
      ["revoke", -3, "refund:1"],
    ]);
    expect((await run(read.credits.lots("card-change")))[0]?.remaining).toBe(11);
    await expect(sql`update credit_entries set amount = 9`.execute(db)).rejects.toThrow("append-only");
    expect(await run(read.subscriptions.pendingTerminations())).toMatchObject([
      { provider_subscription_id: "sub_old" },
    ]);
    expect(await run(read.jobs.cursor("reconcile-stripe"))).toBe("2026-11-20");
    await database.close();
  });
});

const quoteOf = (lines: readonly object[], more: object = {}): string =>
  JSON.stringify({ ...JSON.parse(QUOTE), lines, ...more });
const planLine = (gross: number, discount = 0) => ({
  kind: "plan",
  reference: "130",
  label: "Pro",
  gross,
  discount,
  net: gross - discount,
});

/** A customer's rows before the funding ledger: a plan with credits, an upgrade, a renewal, refunds. */
const beforeFunding = [
  `insert into plan_offers
     (id, group_id, plan_name, interval, recurring_credits, price, licence_from, licence_to) values
     (130, 1, 'Pro', 'month', 20, 4900, 1, 2), (131, 1, 'Pro', 'month', 50, 9900, 1, 2)`,
  "insert into accounts values ('ada', 'ada@example.com', 'A', 'B', false, null, false, true, 'cus_ada', " +
    "false, null, now())",
  `insert into subscriptions (id, user_id, plan_variant_id, license_id, status, provider, provider_subscription_id,
     period_start, period_end, paid, created_at, anchor, price, payment) values
     ('order-1', 'ada', 131, 1, 'active', 'stripe', 'sub_ada', '2026-11-10', '2026-12-10', 9900, '2026-10-01',
     '2026-10-10', 9900, 'invoice:3')`,
  ...[
    ["order-1", "paid", quoteOf([planLine(4_900), { ...planLine(1_500), kind: "pack" }], { account_credit: 1_000 })],
    ["order-2", "paid", quoteOf([planLine(9_900, 3_900)], { credit_for_unused: 3_900 })],
    ["order-3", "unfulfillable", QUOTE],
  ].map(
    ([id, status, quote]) => `insert into orders (id, user_id, idempotency_key, license_id, provider, quote, status,
      closed_at, attempts, claims_subscription, expires_at, created_at) values
      ('${id}', 'ada', '${id}', 1, 'stripe', '${quote}', '${status}', now(), 0, true, now(), '2026-10-01')`,
  ),
  `insert into order_items (order_id, position, kind, plan_variant_id, subscription_id, replaces_payment) values
     ('order-1', 0, 'plan', 130, null, null), ('order-2', 0, 'plan-change', 131, 'order-1', 'invoice:1')`,
  `insert into order_items (order_id, position, kind, credits) values ('order-1', 1, 'credit-pack', 5)`,
  `insert into payments (id, user_id, order_id, subscription_id, provider, reason, amount, refunded, at) values
     ('invoice:1', 'ada', 'order-1', 'order-1', 'stripe', 'plan', 5400, 2000, '2026-10-01'),
     ('invoice:2', 'ada', 'order-2', 'order-1', 'stripe', 'change', 6000, 0, '2026-10-10'),
     ('invoice:3', 'ada', null, 'order-1', 'stripe', 'renewal', 9000, 0, '2026-11-10'),
     ('invoice:4', 'ada', 'order-3', null, 'stripe', 'plan', 4900, 4900, '2026-11-11')`,
  `insert into collections (id, slug, name, library_id, category, tags, description, access, free_product,
     made_by_provider, alpha, credit_price, price) values
     (7, 'fire', 'Fire', 1, 'Fire', '[]', '', 'premium', false, false, true, 5, 900)`,
  `insert into owned_collections values ('ada', 7, 'credits', now())`,
];

describe.each(scenarioDatabases)("the migration of money on $kind", ({ openEmpty }) => {
  it("ORD-06 opens a ledger in which every payment is what stayed of it", async () => {
    const database = await openEmpty();
    const db = database.kysely;
    await migrate(db, "0007-orders");
    for (const statement of beforeFunding) await sql.raw(statement).execute(db);
    await migrate(db);
    const transactions = makeTransactions(db);
    const { read } = transactions;
    const entries = await run(read.funding.entries("ada"));
    const rows = entries.map(({ holder, payment, cents, reason }) => [holder, payment, cents, reason]);
    expect(rows).toEqual([
      ["account", null, 1_000, "paid"],
      ["account", null, -1_000, "used"],
      ["invoice:1", null, 1_000, "used"],
      ["invoice:1", "invoice:1", 3_900, "paid"],
      ["invoice:1:pack", "invoice:1", 1_500, "paid"],
      ["invoice:1", null, -796, "carried"],
      ["invoice:1", "invoice:1", -3_104, "carried"],
      ["invoice:2", null, 796, "carried"],
      ["invoice:2", "invoice:1", 3_104, "carried"],
      ["invoice:2", "invoice:2", 6_000, "paid"],
      ["account", null, 900, "paid"],
      ["account", null, -900, "used"],
      ["invoice:3", null, 900, "used"],
      ["invoice:3", "invoice:3", 9_000, "paid"],
      ["invoice:1:pack", "invoice:1", -1_500, "refund"],
      ["invoice:1", "invoice:1", -500, "refund"],
    ]);
    const periods = (await run(read.payments.ofAccount("ada"))).map((payment) => payment.period);
    expect(periods.map((period) => period?.end ?? null)).toEqual([null, null, "2026-12-10T00:00:00.000Z", null]);
    await run(
      transactions.run(({ collections }) =>
        collections.revokeEntitlement("ada", "collection:7", "2026-01-01T00:00:00.000Z" as Instant),
      ),
    );
    expect(await run(read.collections.entitlementsOf("ada"))).toEqual([]);
    await database.close();
  });
});

const customer = (id: string) =>
  `insert into accounts values ('${id}', '${id}@example.com', 'A', 'B', false, null, false, true, ` +
  `'cus_${id}', false, null, now())`;
const runningPlan = (id: string, paid: number, payment: string, variant = 131) =>
  `insert into subscriptions (id, user_id, plan_variant_id, license_id, status, provider, provider_subscription_id,
     period_start, period_end, paid, created_at, anchor, price, payment) values
     ('sub-${id}', '${id}', ${variant}, 1, 'active', 'stripe', 'sub_${id}', '2026-11-10', '2026-12-10', ${paid},
     '2026-10-01', '2026-10-10', ${paid}, '${payment}')`;
const paidOrder = (id: string, user: string, quote: string) =>
  `insert into orders (id, user_id, idempotency_key, license_id, provider, quote, status, closed_at, attempts,
     claims_subscription, expires_at, created_at)
     values ('${id}', '${user}', '${id}', 1, 'stripe', '${quote}', 'paid', now(), 0, true, now(), '2026-10-01')`;
const changeOf = (order: string, user: string, replaces: string) =>
  `insert into order_items (order_id, position, kind, plan_variant_id, subscription_id, replaces_payment)
     values ('${order}', 0, 'plan-change', 131, 'sub-${user}', '${replaces}')`;
const paidBy = (id: string, user: string, order: string | null, reason: string, amount: number, more = "") =>
  `insert into payments (id, user_id, order_id, subscription_id, provider, reason, amount, refunded, at) values
     ('${id}', '${user}', ${order === null ? "null" : `'${order}'`}, 'sub-${user}', 'stripe', '${reason}', ${amount},
     ${more || "0, '2026-11-10'"})`;

const somePlans = `insert into plan_offers
  (id, group_id, plan_name, interval, recurring_credits, price, licence_from, licence_to) values
  (128, 1, 'Essentials', 'month', 0, 1900, 1, 2), (130, 1, 'Pro', 'month', 20, 4900, 1, 2),
  (131, 1, 'Pro', 'month', 50, 9900, 1, 2)`;

/**
 * Rare rows: a changed imported plan, renewals paid by account credit, payments in the same second, partial refunds.
 */
const rareFunding = [
  somePlans,
  ...["imported", "creditor", "second", "lowered", "time"].map(customer),
  runningPlan("imported", 9_900, "invoice:imported"),
  paidOrder("o-imported", "imported", quoteOf([planLine(9_900, 4_900)], { credit_for_unused: 4_900 })),
  changeOf("o-imported", "imported", "legacy:1"),
  paidBy("invoice:imported", "imported", "o-imported", "change", 5_000),
  runningPlan("creditor", 1_900, "invoice:r2", 128),
  paidOrder("o-c1", "creditor", quoteOf([planLine(30_600)])),
  paidOrder("o-c2", "creditor", quoteOf([planLine(1_900, 1_900)], { credit_for_unused: 30_600 })),
  changeOf("o-c2", "creditor", "invoice:c1"),
  paidBy("invoice:c1", "creditor", "o-c1", "plan", 30_600, "0, '2026-09-01'"),
  paidBy("invoice:c2", "creditor", "o-c2", "change", 0, "0, '2026-09-10'"),
  paidBy("invoice:r1", "creditor", null, "renewal", 0, "0, '2026-10-10'"),
  paidBy("invoice:r2", "creditor", null, "renewal", 0),
  runningPlan("second", 9_900, "invoice:a"),
  paidOrder("o-s1", "second", quoteOf([planLine(4_900)])),
  paidOrder("o-s2", "second", quoteOf([planLine(9_900, 4_900)], { credit_for_unused: 4_900 })),
  changeOf("o-s2", "second", "invoice:b"),
  paidBy("invoice:b", "second", "o-s1", "plan", 4_900),
  paidBy("invoice:a", "second", "o-s2", "change", 5_000),
  runningPlan("lowered", 9_900, "invoice:lowered"),
  paidOrder("o-lowered", "lowered", quoteOf([planLine(9_900)])),
  paidBy("invoice:lowered", "lowered", "o-lowered", "plan", 9_900, "2000, '2026-11-10'"),
  `insert into credit_lots (id, user_id, kind, granted, granted_at, source, subscription_id)
     values ('lot-lowered', 'lowered', 'plan', 50, '2026-11-10', 'invoice:lowered', 'sub-lowered')`,
  `insert into credit_entries (user_id, lot_id, amount, reason, reference, at) values
     ('lowered', 'lot-lowered', 50, 'grant', 'invoice:lowered', '2026-11-10'),
     ('lowered', 'lot-lowered', -45, 'spend', 'collection:7', '2026-11-11')`,
  runningPlan("time", 1_900, "invoice:time", 128),
  paidOrder("o-time", "time", quoteOf([planLine(1_900)])),
  paidBy("invoice:time", "time", "o-time", "plan", 1_900, "500, '2026-11-10'"),
];

describe.each(scenarioDatabases)("the migration of money, rare rows, on $kind", ({ openEmpty }) => {
  it("ORD-06 leaves the running period with the money that its proration credit counts", async () => {
    const database = await openEmpty();
    const db = database.kysely;
    await migrate(db, "0007-orders");
    for (const statement of rareFunding) await sql.raw(statement).execute(db);
    await migrate(db);
    const { read } = makeTransactions(db);
    const behind = async (user: string, holder: string) =>
      moneyBehind(allocationsOf(await run(read.funding.entries(user)), holder));
    expect(await behind("imported", "invoice:imported")).toBe(9_900);
    expect([await behind("creditor", "account"), await behind("creditor", "invoice:r1")]).toEqual([24_900, 1_900]);
    expect([await behind("second", "invoice:b"), await behind("second", "invoice:a")]).toEqual([0, 9_900]);
    // 2,000 of 9,900 cents are worth 11 of 50 credits: 5 were unspent, the item stays, and the rest is listed.
    expect(await behind("lowered", "invoice:lowered")).toBe(7_900);
    expect((await run(read.credits.lots("lowered")))[0]?.remaining).toBe(0);
    expect(await run(read.unrecovered.list(10))).toMatchObject([{ holder: "invoice:lowered", amount: 1_010 }]);
    expect((await run(read.subscriptions.current("time")))?.subscription.paid).toBe(1_400);
    await database.close();
  });
});

describe.each(scenarioDatabases)("the migration of discounts on $kind", ({ openEmpty }) => {
  it("DSC-04 DSC-09 gives the discounts of old quotes their code, by which its uses count", async () => {
    const database = await openEmpty();
    const db = database.kysely;
    const told: number[] = [];
    const tell = (count: number): void => void told.push(count);
    await migrate(db, "0031-proven-actors", tell);
    // A new database has nothing to wait for.
    expect(told).toEqual([]);
    const discounted = (kind: string, label: string) => ({ kind, label, amount: 980, note: null });
    const discounts = {
      "o-promo": [discounted("promo", "FILM20")],
      "o-cart": [discounted("bundle", "Bundle discount"), discounted("code", "TENOFF")],
      "o-sale": [discounted("sale", "30% off")],
    };
    for (const statement of [somePlans, customer("old")]) await sql.raw(statement).execute(db);
    for (const [id, of] of Object.entries(discounts)) {
      await sql.raw(paidOrder(id, "old", quoteOf([planLine(4_900, 980)], { discounts: of }))).execute(db);
      const item = `('${id}', 0, 'plan', 130)`;
      await sql.raw(`insert into order_items (order_id, position, kind, plan_variant_id) values ${item}`).execute(db);
    }
    const ran = await migrate(db, undefined, tell);
    await migrate(db, undefined, tell);
    expect(told).toEqual([ran.length]);
    // Another process still runs the version before.
    const late = { discounts: [discounted("promo", "LATE")] };
    await sql.raw(paidOrder("o-late", "old", quoteOf([planLine(4_900, 980)], late))).execute(db);
    await sql
      .raw("insert into order_items (order_id, position, kind, plan_variant_id) values ('o-late', 0, 'plan', 130)")
      .execute(db);
    const { read } = makeTransactions(db);
    const codesOf = async (id: string) =>
      (await run(read.orders.get(id)))?.quote.discounts.map(({ label, code }) => [label, code]);
    expect(await codesOf("o-promo")).toEqual([["FILM20", "FILM20"]]);
    expect(await codesOf("o-cart")).toEqual([
      ["Bundle discount", undefined],
      ["TENOFF", "TENOFF"],
    ]);
    expect(await codesOf("o-sale")).toEqual([["30% off", undefined]]);
    expect(await codesOf("o-late")).toEqual([["LATE", "LATE"]]);
    expect(await run(read.orders.paidWithPromo("old", "late"))).toBe(1);
    // Another account with the same address has used the codes too, but not those of a process that names no address.
    await sql.raw(customer("new").replace("new@example.com", "OLD@example.com")).execute(db);
    const usedBy = (code: string) => run(read.orders.paidWithPromo("new", code));
    expect([await usedBy("film20"), await usedBy("tenoff"), await usedBy("late")]).toEqual([1, 0, 0]);
    expect([
      await run(read.orders.paidWithPromo("old", "film20")),
      await run(read.orders.paidWithPromo("old", "X")),
    ]).toEqual([1, 0]);
    await database.close();
  });
});

const licensed = (statement: string, license: number) => statement.replace(/(?<=', )1(?=, 'stripe')/, `${license}`);
const certificateOf = (number: string, user: string, license_id: number, covered: readonly object[]) =>
  `insert into certificates values ('${number}', '${user}', '${JSON.stringify({ license_id, covered })}', now(), null,
     'file')`;

/** Items of every origin that Ada bought under several licenses, and what her certificates stated. */
const purchases = [
  somePlans,
  customer("ada"),
  customer("eve"),
  runningPlan("ada", 9_900, "invoice:renewed").replace("131, 1,", "131, 5,"),
  ...[
    ["o-plan", 2, "2026-10-01"],
    ["o-change", 5, "2026-11-20"],
    ["o-pack", 3, "2026-10-02"],
    ["o-cart", 4, "2026-10-03"],
  ].map(([id, license, at]) =>
    licensed(paidOrder(String(id), "ada", quoteOf([planLine(9_900)])), Number(license)).replace("now()", `'${at}'`),
  ),
  "insert into order_items (order_id, position, kind, plan_variant_id) values ('o-plan', 0, 'plan', 131)",
  changeOf("o-change", "ada", "invoice:renewed"),
  paidBy("invoice:plan", "ada", "o-plan", "plan", 9_900, "0, '2026-10-01'"),
  paidBy("invoice:renewed", "ada", null, "renewal", 9_900),
  paidBy("invoice:credits", "ada", "o-pack", "pack", 9_900),
  paidBy("invoice:cart", "ada", "o-cart", "items", 2_400),
  `insert into credit_lots (id, user_id, kind, granted, granted_at, source, subscription_id) values
     ('lot-plan', 'ada', 'plan', 50, '2026-10-01', 'invoice:plan', 'sub-ada'),
     ('lot-renewed', 'ada', 'plan', 50, '2026-11-01', 'invoice:renewed', 'sub-ada'),
     ('lot-pack', 'ada', 'pack', 50, '2026-10-02', 'invoice:credits', null),
     ('lot-gift', 'ada', 'grant', 50, '2026-10-02', 'gift:1', null),
     ('lot-old', 'ada', 'legacy', 50, '2026-10-02', 'legacy:1', 'sub-ada')`,
  `insert into credit_entries (user_id, lot_id, amount, reason, reference, at) values
     ('ada', 'lot-plan', 50, 'grant', 'invoice:plan', now()),
     ('ada', 'lot-pack', 50, 'grant', 'invoice:credits', now()),
     ('ada', 'lot-gift', 50, 'grant', 'gift:1', now()),
     ('ada', 'lot-pack', -2, 'spend', 'collection:7:a', now()),
     ('ada', 'lot-plan', -1, 'spend', 'collection:7:a', now()),
     ('ada', 'lot-pack', -8, 'spend', 'collection:8:b', now()),
     ('ada', 'lot-gift', -5, 'spend', 'collection:9:c', now())`,
  `insert into collections (id, slug, name, library_id, category, tags, description, access, free_product,
     made_by_provider, alpha, credit_price, upgrade_credit_price, price)
     select id, 's' || id, 'Fire', 1, 'Fire', '[]', '', 'premium', false, false, true, 5, 3, 900
     from unnest(array[7, 8, 9]) as id`,
  `insert into collection_variants (id, collection_id, name, resolution, price, file_name, description)
     select id, id / 10, 'Fire', '2K', 900, 'fire', '' from unnest(array[71, 81, 91]) as id`,
  `insert into entitlements (user_id, collection_id, collection_variant_id, source, at) values
     ('ada', 7, 71, 'invoice:cart:0', '2026-10-03'), ('ada', 7, null, 'collection:7:a', '2026-10-04'),
     ('ada', 8, 81, 'invoice:cart:1', '2026-10-03'), ('ada', 8, null, 'collection:8:b', '2026-10-04'),
     ('ada', 9, null, 'collection:9:c', '2026-10-04'), ('eve', 7, 71, 'a gift', '2026-10-04')`,
  certificateOf("BC-1", "ada", 5, [
    { kind: "plan", label: "Pro", source: "invoice:renewed" },
    { kind: "item", label: "Fire", source: "collection:7:a" },
  ]),
  certificateOf("BC-2", "eve", 2, []),
];

describe.each(scenarioDatabases)("the migration of licenses on $kind", ({ openEmpty }) => {
  it("LIC-13 ORD-06 CRD-10 gives each item the license and the terms under which it was bought", async () => {
    const database = await openEmpty();
    const db = database.kysely;
    await migrate(db, "0032-discount-codes");
    for (const statement of purchases) await sql.raw(statement).execute(db);
    await migrate(db);
    const { read } = makeTransactions(db);
    expect(await run(read.credits.licensesOfLots("ada"))).toEqual(
      new Map([
        ["lot-plan", 2],
        ["lot-renewed", 2],
        ["lot-pack", 3],
        ["lot-gift", null],
        ["lot-old", 5],
      ]),
    );
    const owned = [
      ...(await run(read.collections.entitlementsOf("ada"))),
      ...(await run(read.collections.entitlementsOf("eve"))),
    ];
    expect(owned.map((each) => [each.source, each.license_id, each.at_upgrade_price]).sort()).toEqual([
      ["a gift", 1, false],
      // Bought with credits of a plan and of a pack, at the upgrade price.
      ["collection:7:a", 2, true],
      // Bought at the full price.
      ["collection:8:b", 3, false],
      ["collection:9:c", 1, false],
      ["invoice:cart:0", 4, false],
      ["invoice:cart:1", 4, false],
    ]);
    const [certificate, empty] = [await run(read.certificates.get("BC-1")), await run(read.certificates.get("BC-2"))];
    expect(certificate?.certificate).toMatchObject({ license_id: 2, covered: [{ license_id: 5 }, { license_id: 2 }] });
    expect(empty?.certificate).toMatchObject({ license_id: 2, covered: [] });
    await database.close();
  });
});

describe.each(scenarioDatabases)("the migration of receipts on $kind", ({ openEmpty }) => {
  it("ORD-06 gives every payment its receipt, in payment order, and the store's seller to all of them", async () => {
    const database = await openEmpty();
    const db = database.kysely;
    await migrate(db, "0032-discount-codes");
    const discounts = [{ kind: "promo", label: "FILM20", amount: 980, note: null }];
    const statements = [
      somePlans,
      ...["old", "guest"].map(customer),
      runningPlan("old", 4_900, "invoice:1"),
      "update subscriptions set tax_rate = 82500",
      `insert into licensee_profiles (user_id, license_id, completed, invalidated, company_name, email, address, token)
         values ('old', 1, true, false, 'Old Film', 'old@example.com', '1 Mill St', 'BL-1')`,
      paidOrder(
        "o-old",
        "old",
        quoteOf([planLine(4_900, 980)], { subtotal: 4_900, discounts, tax: 323, total: 4_243 }),
      ),
      paidOrder("o-guest", "guest", quoteOf([planLine(2_400)], { subtotal: 2_400, total: 2_400 })),
      "update orders set guest_email = 'g@example.com' where id = 'o-guest'",
      // 8.25% of $49 is $4.04. Account credit of $3 paid a part.
      paidBy("invoice:2", "old", null, "renewal", 5_004, "0, '2026-11-10'"),
      paidBy("invoice:1", "old", "o-old", "plan", 4_243, "0, '2026-10-10'"),
      `insert into payments (id, user_id, order_id, provider, reason, amount, at)
         values ('payment:3', 'guest', 'o-guest', 'paypal', 'items', 2400, '2026-11-11')`,
      `update payments set period_start = '2026-11-10', period_end = '2026-12-10' where id = 'invoice:2'`,
      `insert into funding_entries (user_id, holder, payment_id, cents, reason, reference, at)
         values ('old', 'invoice:2', null, 300, 'used', 'invoice:2', '2026-11-10')`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await migrate(db);
    // Another process still runs the version before.
    await sql.raw(paidBy("invoice:4", "old", null, "renewal", 5_304, "0, '2026-12-10'")).execute(db);
    const seller = { name: "Backlot", address: ["1 Studio Lane"], tax_id: null };
    await nameFormerSeller(db, seller);
    await nameFormerSeller(db, { ...seller, name: "Another" });
    await sql.raw(paidBy("invoice:5", "old", null, "renewal", 5_304, "0, '2027-01-10'")).execute(db);
    const { read } = makeTransactions(db);
    const of = async (id: string) =>
      (await run(read.receipts.ofAccount(id, { starting_after: null, limit: 10 }))).map(({ receipt }) => receipt);
    const stated = {
      order_id: null,
      seller,
      buyer: { name: "A B", company_name: "Old Film", address: "1 Mill St", email: "old@example.com" },
      license_id: 1,
      paid_with: "card",
      period: null,
      lines: [{ label: "Plan renewal", amount: 4_900 }],
      discounts: [],
      subtotal: 4_900,
      account_credit: 0,
      tax: 404,
      total: 5_304,
    };
    expect(await of("old")).toEqual([
      { ...stated, number: "R1-000005", payment_id: "invoice:5", paid_at: "2027-01-10T00:00:00.000Z" },
      { ...stated, number: "R1-000004", payment_id: "invoice:4", paid_at: "2026-12-10T00:00:00.000Z" },
      {
        ...stated,
        number: "R1-000002",
        payment_id: "invoice:2",
        paid_at: "2026-11-10T00:00:00.000Z",
        period: { start: "2026-11-10T00:00:00.000Z", end: "2026-12-10T00:00:00.000Z" },
        account_credit: 300,
        total: 5_004,
      },
      {
        ...stated,
        number: "R1-000001",
        payment_id: "invoice:1",
        order_id: "o-old",
        paid_at: "2026-10-10T00:00:00.000Z",
        lines: [{ label: "Pro", amount: 4_900 }],
        discounts: [{ label: "FILM20", amount: 980 }],
        tax: 323,
        total: 4_243,
      },
    ]);
    expect(await of("guest")).toMatchObject([
      {
        number: "R1-000003",
        paid_with: "paypal",
        buyer: { name: "", company_name: null, address: null, email: "g@example.com" },
        total: 2_400,
      },
    ]);
    // Nothing changes a receipt afterwards.
    for (const change of [
      "update receipts set number = 9 where number = 1",
      "update receipts set facts = jsonb_set(facts, '{total}', '1')",
      "update receipts set facts = jsonb_set(facts, '{seller,name}', '\"Other\"')",
      "delete from receipts",
    ])
      await expect(sql.raw(change).execute(db), change).rejects.toThrow("a receipt stays as it was issued");
    await database.close();
  });
});
