import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CreditEntry,
  type CreditLot,
  type Lot,
  applyEntries,
  balances,
  credits,
  allocate,
  allocationEntries,
  expireLegacyLots,
  expirePlanLots,
  grant,
  returnEntries,
  returnSpentEntries,
  instant,
  instantOf,
  explainEntry,
  collectionOfReference,
  spendReference,
  withBalances,
} from "@backlot/domain";
import { arbInstant, arbLots } from "@backlot/testing/arbitraries";

const usableOf = (lots: readonly Lot[], legacyAllowed: boolean): number =>
  lots.filter((lot) => legacyAllowed || lot.kind !== "legacy").reduce((n, lot) => n + lot.remaining, 0);
const rank = { legacy: 0, plan: 1, pack: 2, grant: 2 } as const;

describe("the credit ledger", () => {
  it("CRD-09 spending takes exactly the cost, or nothing and says what is missing", () => {
    fc.assert(
      fc.property(
        arbLots,
        fc.integer({ min: 0, max: 4_000 }).map(credits),
        fc.boolean(),
        (lots, cost, legacyAllowed) => {
          const usable = usableOf(lots, legacyAllowed);
          const drawn = allocate(lots, cost, { legacyAllowed });
          if (Result.isFailure(drawn)) {
            expect(usable).toBeLessThan(cost);
            expect(drawn.failure).toMatchObject({
              _tag: "NotEnoughCredits",
              needed: cost,
              available: usable,
              missing: cost - usable,
            });
            return;
          }
          const entries = allocationEntries(drawn.success, "spend", "item-1", instant(0));
          const after = applyEntries(lots, entries);
          expect(usableOf(after, legacyAllowed)).toBe(usable - cost);
          expect(entries.reduce((n, entry) => n + entry.amount, 0) + cost).toBe(0);
          for (const lot of after) expect(lot.remaining).toBeGreaterThanOrEqual(0);
          if (!legacyAllowed) expect(balances(after).legacy).toBe(balances(lots).legacy);
        },
      ),
    );
  });

  it("CRD-09 legacy goes first, then plan, then packs and grants, each oldest first", () => {
    fc.assert(
      fc.property(arbLots, fc.integer({ min: 1, max: 4_000 }).map(credits), (lots, cost) => {
        const drawn = allocate(lots, cost, { legacyAllowed: true });
        if (Result.isFailure(drawn)) return;
        const after = applyEntries(lots, allocationEntries(drawn.success, "spend", "x", instant(0)));
        for (const used of drawn.success) {
          const from = lots.find((lot) => lot.id === used.lot_id);
          for (const [index, other] of lots.entries()) {
            if (from === undefined || other.id === from.id) continue;
            const earlier =
              rank[other.kind] < rank[from.kind] ||
              (rank[other.kind] === rank[from.kind] && other.granted_at < from.granted_at);
            if (earlier) expect(after[index]?.remaining).toBe(0);
          }
        }
      }),
    );
  });

  it("CRD-09 whatever the order of commands, the balance is the sum of the entries and never below zero", () => {
    const command = fc.oneof(
      fc.record({
        do: fc.constant("grant" as const),
        kind: fc.constantFrom("plan" as const, "pack" as const, "legacy" as const, "grant" as const),
        n: fc.integer({ min: 0, max: 100 }).map(credits),
        at: arbInstant,
      }),
      fc.record({
        do: fc.constant("spend" as const),
        n: fc.integer({ min: 0, max: 150 }).map(credits),
        legacyAllowed: fc.boolean(),
      }),
      fc.record({ do: fc.constant("end" as const) }),
      fc.record({ do: fc.constant("lose legacy" as const) }),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        let lots: readonly CreditLot[] = [];
        const entries: CreditEntry[] = [];
        const over = new Set<string>();
        const post = (made: readonly CreditEntry[]): void => {
          lots = applyEntries(lots, made);
          entries.push(...made);
        };
        for (const [index, step] of commands.entries()) {
          switch (step.do) {
            case "grant": {
              const made = grant({
                id: `lot-${index}`,
                kind: step.kind,
                granted: step.n,
                granted_at: step.at,
                source: `pay-${index}`,
                subscription_id: step.kind === "plan" ? "sub" : null,
              });
              lots = [...lots, made.lot];
              entries.push(made.entry);
              break;
            }
            case "spend": {
              const drawn = allocate(lots, step.n, { legacyAllowed: step.legacyAllowed });
              if (Result.isSuccess(drawn))
                post(allocationEntries(drawn.success, "spend", `item-${index}`, instant(index)));
              break;
            }
            case "end":
              post(expirePlanLots(lots, "sub", instant(index)));
              for (const lot of lots) if (lot.kind === "plan") over.add(lot.source);
              expect(lots.filter((lot) => lot.kind === "plan").every((lot) => lot.remaining === 0)).toBe(true);
              expect(expirePlanLots(lots, "sub", instant(index))).toEqual([]);
              break;
            case "lose legacy":
              post(expireLegacyLots(lots, "sub", instant(index)));
              expect(balances(lots).legacy).toBe(0);
              break;
          }
          for (const lot of lots) if (over.has(lot.source)) expect(lot.remaining, `${lot.id} is over`).toBe(0);
          const { current, legacy } = balances(lots);
          expect(current + legacy).toBe(entries.reduce((n, entry) => n + entry.amount, 0));
          for (const lot of lots) {
            expect(lot.remaining).toBe(entries.filter((e) => e.lot_id === lot.id).reduce((n, e) => n + e.amount, 0));
            expect(lot.remaining).toBeLessThanOrEqual(lot.granted);
          }
          for (const entry of entries) {
            const reasoning = explainEntry({ lots, entries }, entry);
            expect(reasoning?.after).toBe((reasoning?.before ?? 0) + entry.amount);
            expect(reasoning?.paid_by).toBe(lots.find((lot) => lot.id === entry.lot_id)?.source);
          }
        }
      }),
    );
  });

  it("CRD-09 the end of a subscription leaves packs, grants and other subscriptions' credits alone", () => {
    fc.assert(
      fc.property(arbLots, (lots) => {
        const after = applyEntries(lots, expirePlanLots(lots, "sub-a", instant(0)));
        for (const [index, lot] of lots.entries()) {
          const gone = lot.kind === "plan" && lot.subscription_id === "sub-a";
          expect(after[index]?.remaining).toBe(gone ? 0 : lot.remaining);
        }
      }),
    );
  });

  const bought = (id: string, kind: CreditLot["kind"], n: number, day: string): CreditLot =>
    grant({
      id,
      kind,
      granted: credits(n),
      granted_at: instantOf(day),
      source: `pay-${id}`,
      subscription_id: kind === "plan" ? "sub" : null,
    }).lot;

  it("CRD-09 lots of one kind are drawn oldest first, of one moment by name", () => {
    const order = (lots: readonly CreditLot[], cost: number, legacyAllowed = true) =>
      Result.getOrThrow(allocate(lots, credits(cost), { legacyAllowed })).map((each) => [each.lot_id, each.credits]);
    const lots = [
      bought("gift", "grant", 2, "2026-01-02"),
      bought("pack-b", "pack", 2, "2026-01-01"),
      bought("pack-a", "pack", 2, "2026-01-01"),
      bought("new", "plan", 2, "2026-03-01"),
      bought("old", "plan", 2, "2026-02-01"),
      bought("legacy", "legacy", 2, "2026-05-01"),
    ];
    expect(order(lots, 12)).toEqual([
      ["legacy", 2],
      ["old", 2],
      ["new", 2],
      ["pack-a", 2],
      ["pack-b", 2],
      ["gift", 2],
    ]);
    expect(order(lots, 3, false)).toEqual([
      ["old", 2],
      ["new", 1],
    ]);
    expect(order([...lots].reverse(), 12)).toEqual(order(lots, 12));
    expect(order([{ ...bought("empty", "plan", 2, "2026-01-01"), remaining: credits(0) }, ...lots], 1, false)).toEqual([
      ["old", 1],
    ]);
    expect(order(lots, 0)).toEqual([]);
  });

  it("CRD-09 what ends is named: plan credits by their plan, legacy ones by what ended them", () => {
    const at = instantOf("2026-06-01");
    const lots = [
      bought("a", "plan", 3, "2026-01-01"),
      bought("b", "legacy", 4, "2026-01-01"),
      { ...bought("c", "legacy", 4, "2026-01-01"), remaining: credits(0) },
    ];
    expect(expirePlanLots(lots, "sub", at)).toEqual([
      { lot_id: "a", amount: -3, reason: "expire", reference: "sub", at },
    ]);
    expect(expireLegacyLots(lots, "up-1", at)).toEqual([
      { lot_id: "b", amount: -4, reason: "expire", reference: "up-1", at },
    ]);
    expect(
      grant({ id: "x", kind: "pack", granted: credits(5), granted_at: at, source: "pay", subscription_id: null }).entry,
    ).toEqual({
      lot_id: "x",
      amount: 5,
      reason: "grant",
      reference: "pay",
      at,
    });
    expect(returnEntries(lots, "pay-a", credits(2), "up-1", at)).toEqual([
      { lot_id: "a", amount: -2, reason: "return", reference: "up-1", at },
    ]);
    expect(returnEntries(lots, "pay-a", credits(0), "up-1", at)).toEqual([]);
    expect(returnEntries(lots, "pay-b", credits(2), "up-1", at)).toEqual([]);
    expect(returnEntries(lots, "pay-z", credits(2), "up-1", at)).toEqual([]);
  });

  it("CRD-09 says which lot and payment paid for what, and what was there before and after", () => {
    const at = instantOf("2026-06-01");
    const lots = [bought("a", "plan", 10, "2026-01-01"), bought("b", "pack", 10, "2026-02-01")];
    const grants: CreditEntry[] = lots.map((lot) => ({
      lot_id: lot.id,
      amount: lot.granted,
      reason: "grant",
      reference: lot.source,
      at: lot.granted_at,
    }));
    const spends = allocationEntries(
      Result.getOrThrow(allocate(lots, credits(12), { legacyAllowed: true })),
      "spend",
      "item-7",
      at,
    );
    const ledger = { lots: applyEntries(lots, spends), entries: [...grants, ...spends] };
    expect(spends.map((entry) => explainEntry(ledger, entry))).toEqual([
      {
        lot_id: "a",
        kind: "plan",
        paid_by: "pay-a",
        paid_for: "item-7",
        reason: "spend",
        credits: 10,
        before: 10,
        after: 0,
      },
      {
        lot_id: "b",
        kind: "pack",
        paid_by: "pay-b",
        paid_for: "item-7",
        reason: "spend",
        credits: 2,
        before: 10,
        after: 8,
      },
    ]);
    expect(grants.map((entry) => explainEntry(ledger, entry)?.before)).toEqual([0, 0]);
    const foreign: CreditEntry = { lot_id: "a", amount: -1, reason: "spend", reference: "x", at };
    expect(explainEntry(ledger, foreign)).toBeNull();
    expect(explainEntry({ lots: [], entries: ledger.entries }, grants[0] as CreditEntry)).toBeNull();
  });

  it("CRD-09 an entry that would overdraw a lot is refused", () => {
    const lot: Lot = { id: "a", kind: "pack", remaining: credits(3), granted_at: instant(0), subscription_id: null };
    expect(() =>
      applyEntries([lot], [{ lot_id: "a", amount: -4, reason: "spend", reference: "x", at: instant(0) }]),
    ).toThrow(RangeError);
  });

  it("CRD-09 ORD-06 a revoked item returns what is still spent on it to each of its lots, once", () => {
    const at = instant(0);
    const entry = (lot_id: string, amount: number, reason: CreditEntry["reason"], reference = "item"): CreditEntry => ({
      lot_id,
      amount,
      reason,
      reference,
      at,
    });
    const entries = [
      entry("a", -3, "spend"),
      entry("b", -5, "spend"),
      entry("a", -2, "spend", "other"),
      entry("b", 1, "refund"),
      entry("a", -1, "revoke"),
    ];
    const returned = returnSpentEntries(entries, "item", at);
    expect(returned).toEqual([entry("a", 3, "refund"), entry("b", 4, "refund")]);
    expect(returnSpentEntries([...entries, ...returned], "item", at)).toEqual([]);
  });

  it("CRD-04 entries are listed with the balance after each, which ends at what the lots have left", () => {
    const amounts = [20, -12, 5, -13].map((amount) => ({ amount }));
    expect(withBalances(amounts).map(({ balance }) => balance)).toEqual([20, 8, 13, 0]);
    expect(withBalances([])).toEqual([]);
    expect([spendReference(303, "a-b"), "invoice:in_1", "collection:x:1"].map(collectionOfReference)).toEqual([
      303,
      null,
      null,
    ]);
  });
});
