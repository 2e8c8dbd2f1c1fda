import * as Result from "effect/Result";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Dispute,
  cents,
  credits,
  downloadDialog,
  downloadRefusalMessage,
  grant,
  instant,
  isPausedByDispute,
  pausedEntitlement,
  lostAmount,
  mayDownload,
  mayDownloadWhilePaused,
  message,
  isDisputeNews,
  nextDispute,
  sourcesOfPurchase,
  reversedAmount,
  unpausedEntitlement,
} from "@backlot/domain";
import { arbPrice } from "@backlot/testing/arbitraries";

const AT = instant(0);
const dispute = (status: Dispute["status"], amount = 4_900): Dispute => ({
  id: "du_1",
  provider: "stripe",
  user_id: "ada",
  payment_id: "invoice:1",
  amount: cents(amount),
  status,
  opened_at: AT,
  closed_at: status === "open" ? null : AT,
});

describe("disputes", () => {
  it.each([
    [null, "open", "open"],
    [null, "lost", "lost"],
    ["open", "open", null],
    ["open", "won", "won"],
    ["open", "lost", "lost"],
    ["won", "open", null],
    ["won", "won", null],
    ["won", "lost", "lost"],
    ["lost", "open", null],
    ["lost", "won", null],
    ["lost", "lost", null],
  ] as const)("ORD-06 a dispute that is %s, seen as %s, is saved as %s", (known, seen, saved) => {
    const next = nextDispute(known === null ? null : dispute(known), dispute(seen));
    expect(next?.status ?? null).toBe(saved);
  });

  it("ORD-06 an open dispute over another amount is saved", () => {
    expect(nextDispute(dispute("open"), dispute("open", 900))?.amount).toBe(900);
  });

  it("ORD-06 a customer hears of each new status, but not of an inquiry that ended well", () => {
    const heard = (known: "open" | "won" | null, next: "open" | "won" | "lost"): boolean =>
      isDisputeNews(known === null ? null : dispute(known), dispute(next));
    expect([heard(null, "open"), heard("open", "won"), heard("open", "lost"), heard("won", "lost")]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([heard(null, "lost"), heard(null, "won"), heard("open", "open")]).toEqual([true, false, false]);
  });

  it("ORD-06 only lost disputes revoke something, and no more than the payment", () => {
    expect(lostAmount([dispute("open"), dispute("won"), dispute("lost", 900), dispute("lost", 100)])).toBe(1_000);
    fc.assert(
      fc.property(arbPrice, arbPrice, arbPrice, (amount, refunded, disputed) => {
        const taken = reversedAmount({ amount, refunded, disputed });
        expect(taken).toBeLessThanOrEqual(amount);
        expect(taken === amount || taken === refunded + disputed).toBe(true);
      }),
    );
  });

  it("CRD-09 names what paid for an item, without credits that came back", () => {
    const lots = ["invoice:1", "invoice:1:pack", "payment:2"].map(
      (source) =>
        grant({ id: source, kind: "pack", granted: credits(9), granted_at: AT, source, subscription_id: null }).lot,
    );
    const moved = (lot_id: string, amount: number, reference: string) =>
      ({ lot_id, amount, reason: amount < 0 ? "spend" : "refund", reference, at: AT }) as const;
    const entries = [
      moved("invoice:1", -4, "collection:1"),
      moved("invoice:1:pack", -4, "collection:1"),
      moved("invoice:1:pack", 4, "collection:1"),
      moved("payment:2", -4, "collection:2"),
      moved("payment:2", -1, "collection:12"),
      moved("payment:2", -1, "collection:4:again"),
    ];
    expect(sourcesOfPurchase({ lots, entries }, "collection:1")).toEqual(["invoice:1"]);
    expect(sourcesOfPurchase({ lots, entries }, "collection:3")).toEqual([]);
    expect(sourcesOfPurchase({ lots, entries }, "collection:4:again")).toEqual(["payment:2"]);
    expect(isPausedByDispute(["invoice:1"], ["payment:2", "invoice:1"])).toBe(true);
    expect(isPausedByDispute(["invoice:1"], ["payment:2"])).toBe(false);
    expect(isPausedByDispute([], [])).toBe(false);
    const paused = (period: string | null, ...purchases: string[][]) =>
      pausedEntitlement(["invoice:1"], { period, purchases });
    expect(paused("invoice:1")).toEqual({ plan: true, owns: false });
    expect(paused("invoice:2", ["invoice:1"])).toEqual({ plan: false, owns: true });
    // A single undisputed purchase keeps the item.
    expect(paused(null, ["invoice:1"], ["payment:2"])).toEqual({ plan: false, owns: false });
  });

  const free = { access: "free", credit_price: null } as const;
  const essentials = { access: "essentials", credit_price: null } as const;
  const premium = { access: "premium", credit_price: credits(8) } as const;
  it.each([
    [free, "2K", false, { plan: true, owns: false }, "allowed"],
    [free, "4K", false, { plan: true, owns: false }, "PaymentDisputed"],
    [free, "4K", true, { plan: true, owns: false }, "allowed"],
    [essentials, "2K", false, { plan: true, owns: false }, "PaymentDisputed"],
    [essentials, "2K", false, { plan: false, owns: true }, "allowed"],
    [premium, "2K", true, { plan: true, owns: false }, "allowed"],
    [premium, "2K", true, { plan: false, owns: true }, "PaymentDisputed"],
    [premium, "2K", false, { plan: true, owns: true }, "NeedsPurchase"],
  ] as const)(
    "DWN-04 %o in %s on a paid plan, owned %s, paused %o: %s",
    (collection, resolution, owns, paused, outcome) => {
      const decided = mayDownloadWhilePaused(collection, resolution, { plan: "paid", owns }, paused);
      expect(Result.isSuccess(decided) ? decided.success : decided.failure._tag).toBe(outcome);
    },
  );

  it("DWN-04 nothing paused changes nothing, and a free plan has nothing to pause", () => {
    const none = { plan: false, owns: false };
    for (const collection of [free, essentials, premium])
      for (const plan of ["none", "free", "paid"] as const)
        for (const owns of [true, false]) {
          const entitlement = { plan, owns };
          expect(unpausedEntitlement(entitlement, none)).toEqual(entitlement);
          expect(mayDownloadWhilePaused(collection, "4K", entitlement, none)).toEqual(
            mayDownload(collection, "4K", entitlement),
          );
        }
    expect(unpausedEntitlement({ plan: "free", owns: true }, { plan: true, owns: true })).toEqual({
      plan: "free",
      owns: false,
    });
    const refusal = { _tag: "PaymentDisputed" } as const;
    expect(downloadDialog(refusal, "subscriber")).toBeNull();
    expect(downloadRefusalMessage(refusal)).toBe(message("download_disputed"));
  });
});
