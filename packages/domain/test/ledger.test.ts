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
  draw,
  drawEntries,
  expireLegacyLots,
  expirePlanLots,
  grant,
  instant,
} from "@backlot/domain";
import { arbInstant, arbLots } from "@backlot/domain/testing";

const usableOf = (lots: readonly Lot[], legacyAllowed: boolean): number =>
  lots.filter((lot) => legacyAllowed || lot.kind !== "legacy").reduce((n, lot) => n + lot.remaining, 0);
const rank = { legacy: 0, plan: 1, pack: 2, grant: 2 } as const;

describe("the credit ledger", () => {
  it("CRD-09 spending takes exactly the cost, or nothing and says what is missing", () => {
    fc.assert(
      fc.property(arbLots, fc.integer({ min: 0, max: 4_000 }).map(credits), fc.boolean(), (lots, cost, legacyAllowed) => {
        const usable = usableOf(lots, legacyAllowed);
        const drawn = draw(lots, cost, { legacyAllowed });
        if (Result.isFailure(drawn)) {
          expect(usable).toBeLessThan(cost);
          expect(drawn.failure).toMatchObject({ _tag: "NotEnoughCredits", needed: cost, available: usable, missing: cost - usable });
          return;
        }
        const entries = drawEntries(drawn.success, "spend", "item-1", instant(0));
        const after = applyEntries(lots, entries);
        expect(usableOf(after, legacyAllowed)).toBe(usable - cost);
        expect(entries.reduce((n, entry) => n + entry.amount, 0) + cost).toBe(0);
        for (const lot of after) expect(lot.remaining).toBeGreaterThanOrEqual(0);
        if (!legacyAllowed) expect(balances(after).legacy).toBe(balances(lots).legacy);
      }),
    );
  });

  it("CRD-09 legacy goes first, then plan, then packs and grants, each oldest first", () => {
    fc.assert(
      fc.property(arbLots, fc.integer({ min: 1, max: 4_000 }).map(credits), (lots, cost) => {
        const drawn = draw(lots, cost, { legacyAllowed: true });
        if (Result.isFailure(drawn)) return;
        const after = applyEntries(lots, drawEntries(drawn.success, "spend", "x", instant(0)));
        for (const used of drawn.success) {
          const from = lots.find((lot) => lot.id === used.lot_id);
          for (const [index, other] of lots.entries()) {
            if (from === undefined || other.id === from.id) continue;
            const earlier = rank[other.kind] < rank[from.kind] || (rank[other.kind] === rank[from.kind] && other.granted_at < from.granted_at);
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
      fc.record({ do: fc.constant("spend" as const), n: fc.integer({ min: 0, max: 150 }).map(credits), legacyAllowed: fc.boolean() }),
      fc.record({ do: fc.constant("end" as const) }),
      fc.record({ do: fc.constant("lose legacy" as const) }),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
        let lots: readonly CreditLot[] = [];
        const entries: CreditEntry[] = [];
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
              const drawn = draw(lots, step.n, { legacyAllowed: step.legacyAllowed });
              if (Result.isSuccess(drawn)) post(drawEntries(drawn.success, "spend", `item-${index}`, instant(index)));
              break;
            }
            case "end":
              post(expirePlanLots(lots, "sub", instant(index)));
              expect(lots.filter((lot) => lot.kind === "plan").every((lot) => lot.remaining === 0)).toBe(true);
              expect(expirePlanLots(lots, "sub", instant(index))).toEqual([]);
              break;
            case "lose legacy":
              post(expireLegacyLots(lots, "sub", instant(index)));
              expect(balances(lots).legacy).toBe(0);
              break;
          }
          const { current, legacy } = balances(lots);
          expect(current + legacy).toBe(entries.reduce((n, entry) => n + entry.amount, 0));
          for (const lot of lots) expect(lot.remaining).toBe(entries.filter((e) => e.lot_id === lot.id).reduce((n, e) => n + e.amount, 0));
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

  it("CRD-09 an entry that would overdraw a lot is refused", () => {
    const lot: Lot = { id: "a", kind: "pack", remaining: credits(3), granted_at: instant(0), subscription_id: null };
    expect(() => applyEntries([lot], [{ lot_id: "a", amount: -4, reason: "spend", reference: "x", at: instant(0) }])).toThrow(RangeError);
  });
});
