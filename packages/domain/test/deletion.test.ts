import {
  CONFIRMATION_DAYS,
  INVITATION_DAYS,
  ORDER_LINK_DAYS,
  cents,
  deletedAccount,
  deletionRefusal,
  deletionRefusalMessage,
  forfeitedCredits,
  hasPaid,
  instantOf,
  invitationExpiry,
  mailRepeatedBefore,
  orderLinkExpiry,
} from "@backlot/domain";
import { describe, expect, it } from "vitest";

const FREE = {
  isInTeam: false,
  hasOpenOrder: false,
  hasOpenDispute: false,
  credits: 0,
  forfeited: null,
  account_credit: cents(0),
  forfeited_account_credit: null,
};

describe("an account's deletion", () => {
  it("ACC-07 what cost nothing is no payment", () => {
    expect([[], [{ amount: 0 }], [{ amount: 0 }, { amount: 1 }]].map(hasPaid)).toEqual([false, false, true]);
  });

  it.each([
    ["nothing stands in the way", {}, null],
    ["a team comes first", { isInTeam: true, hasOpenOrder: true, hasOpenDispute: true, credits: 5 }, "InTeam"],
    ["then a dispute", { hasOpenOrder: true, hasOpenDispute: true, credits: 5 }, "DisputeOpen"],
    ["then an order", { hasOpenOrder: true, credits: 5 }, "OrderOpen"],
    ["then credits that were not named", { credits: 5 }, "CreditsNotForfeited"],
    ["credits that were named while there were fewer", { credits: 5, forfeited: 4 }, "CreditsNotForfeited"],
    ["credits that were named", { credits: 5, forfeited: 5 }, null],
    ["credits that are spent meanwhile", { credits: 0, forfeited: 5 }, null],
    ["credits before account credit", { credits: 5, account_credit: cents(7_999) }, "CreditsNotForfeited"],
    ["account credit that was not named", { account_credit: cents(7_999) }, "AccountCreditNotForfeited"],
    [
      "account credit that was less when it was named",
      { account_credit: cents(7_999), forfeited_account_credit: 7_998 },
      "AccountCreditNotForfeited",
    ],
    ["account credit that was named", { account_credit: cents(7_999), forfeited_account_credit: 7_999 }, null],
  ] as const)("ACC-07 %s", (_, known, expected) => {
    expect(deletionRefusal({ ...FREE, ...known })?._tag ?? null).toBe(expected);
  });

  it("ACC-07 each refusal says what to do, and how many credits would be lost", () => {
    expect((["InTeam", "OrderOpen", "DisputeOpen"] as const).map((_tag) => deletionRefusalMessage({ _tag }))).toEqual([
      "You're on a team. Leave it first, then delete your account.",
      "You have an open order. Finish or cancel it, then delete your account.",
      "One of your payments is disputed. You can delete your account once the dispute is settled.",
    ]);
    const words = deletionRefusalMessage({ _tag: "CreditsNotForfeited", credits: 12 });
    expect(words).toBe(
      "You have 12 credits. Confirm that you understand you'll lose them when your account is " + "deleted.",
    );
    const money = deletionRefusalMessage({ _tag: "AccountCreditNotForfeited", account_credit: cents(7_999) });
    expect(money).toBe(
      "You have $79.99 in account credit. Ask our support team to refund it first, or confirm that you understand " +
        "you'll lose it when your account is deleted.",
    );
    expect(forfeitedCredits([{ remaining: 5 }, { remaining: 7 }] as never)).toBe(12);
  });

  it("ACC-07 who paid stays named on what was paid; nobody else leaves a name", () => {
    const ada = { id: "a1", email: "ada@example.com", first_name: "Ada", last_name: "Lens" };
    expect(deletedAccount(ada as never, true)).toEqual({
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Lens",
    });
    expect(deletedAccount(ada as never, false)).toEqual({
      email: "deleted-a1@deleted.invalid",
      first_name: "",
      last_name: "",
    });
  });
});

describe("links and mails", () => {
  it("ORD-03 ACC-04 ACC-08 end after 30, 7 and 14 days, and a mail goes out again after five minutes", () => {
    const now = instantOf("2026-11-25T12:00:00.000Z");
    expect([ORDER_LINK_DAYS, CONFIRMATION_DAYS, INVITATION_DAYS]).toEqual([30, 7, 14]);
    expect(orderLinkExpiry(now)).toBe(instantOf("2026-12-25T12:00:00.000Z"));
    expect(invitationExpiry(now)).toBe(instantOf("2026-12-09T12:00:00.000Z"));
    expect(mailRepeatedBefore(now)).toBe(instantOf("2026-11-25T11:55:00.000Z"));
  });
});
