import {
  type Account,
  MAX_GRANTED_CREDITS,
  type SupportChange,
  changesAccount,
  downloadHolderId,
  grantOf,
  instantOf,
  isSameChange,
  licenseId,
  newAccount,
  supportActionText,
  supportRefusal,
  supportRefusalMessage,
} from "@backlot/domain";
import { SupportAction } from "@backlot/domain/accounts/support-action.schema";
import * as Schema from "effect/Schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const AT = instantOf("2026-11-26T10:00:00Z");
const ADA = newAccount({ id: "a1", email: "ada@example.com", first_name: "Ada", last_name: "Lens", created_at: AT });

const accounts = fc
  .record({
    locked: fc.boolean(),
    min_license_id: fc.option(fc.integer({ min: 1, max: 6 }).map(licenseId)),
    confirmed_at: fc.constantFrom(null, AT),
  })
  .map((known): Account => ({ ...ADA, ...known }));

const changes: fc.Arbitrary<SupportChange> = fc.oneof(
  fc.constantFrom({ kind: "lock" } as const, { kind: "unlock" } as const, { kind: "resend_confirmation" } as const),
  fc.record({ kind: fc.constant("grant_credits" as const), credits: fc.integer({ min: 1, max: MAX_GRANTED_CREDITS }) }),
  fc.record({
    kind: fc.constant("set_minimum_license" as const),
    license_id: fc.integer({ min: 1, max: 6 }).map(licenseId),
  }),
);

/** Returns the account after a change that is stored in its row. */
const after = (account: Account, change: SupportChange): Account => {
  if (change.kind === "lock" || change.kind === "unlock") return { ...account, locked: change.kind === "lock" };
  return change.kind === "set_minimum_license" ? { ...account, min_license_id: change.license_id } : account;
};

const action = (change: SupportAction["change"]): SupportAction => ({
  id: "s1",
  at: AT,
  actor: "sam",
  proven: false,
  reason: "asked",
  change,
});

describe("what support staff do to an account", () => {
  it("CLI-02 what an account's row keeps is changed once, and only where it is another value", () => {
    fc.assert(
      fc.property(accounts, changes, (account, change) => {
        const changed = after(account, change);
        if (change.kind === "grant_credits") expect(changesAccount(account, change)).toBe(true);
        else if (change.kind === "resend_confirmation")
          expect(changesAccount(account, change)).toBe(account.confirmed_at === null);
        else {
          expect(changesAccount(account, change)).toBe(JSON.stringify(changed) !== JSON.stringify(account));
          expect(changesAccount(changed, change)).toBe(false);
        }
      }),
    );
  });

  it("CLI-02 CRD-09 granted credits are a lot of their own that no plan ends, named after the action", () => {
    fc.assert(
      fc.property(changes, (change) => {
        const granted = grantOf(action(change));
        expect(granted !== null).toBe(change.kind === "grant_credits");
        if (change.kind !== "grant_credits") return;
        expect(granted?.lot).toEqual({
          id: "s1",
          kind: "grant",
          granted: change.credits,
          remaining: change.credits,
          granted_at: AT,
          source: "support:s1",
          subscription_id: null,
        });
        expect(granted?.entry).toMatchObject({ lot_id: "s1", amount: change.credits, reason: "grant", at: AT });
      }),
    );
  });

  it("CLI-02 ACC-08 a member's credits are granted to who pays for the team; all else is the member's own", () => {
    const member = { ...ADA, team_id: "b1", team_role: "Artist" } as const;
    fc.assert(
      fc.property(changes, (change) => {
        expect(supportRefusal(ADA, false, change)).toBeNull();
        const inTeam = change.kind === "grant_credits" ? { _tag: "InTeam", administrator: "b1" } : null;
        expect(supportRefusal(member, false, change)).toEqual(inTeam);
        for (const account of [ADA, member]) {
          expect(supportRefusal(account, true, change)).toEqual({ _tag: "Guest" });
          expect(supportRefusal({ ...account, deleted_at: AT }, true, change)).toEqual({ _tag: "Deleted" });
        }
      }),
    );
    expect(isSameChange({ credits: 5, kind: "grant_credits" }, { kind: "grant_credits", credits: 5 })).toBe(true);
    expect(isSameChange({ credits: 6, kind: "grant_credits" }, { kind: "grant_credits", credits: 5 })).toBe(false);
    expect(isSameChange({ kind: "unlock" }, { kind: "lock" })).toBe(false);
    expect((["Deleted", "Guest"] as const).map((_tag) => supportRefusalMessage({ _tag }))).toEqual([
      "This account was deleted.",
      "This customer checked out as a guest and has no account. Guest purchases move to an account when someone " +
        "signs up with that email.",
    ]);
    expect(supportRefusalMessage({ _tag: "InTeam", administrator: "b1" })).toBe(
      "Team members spend their team's credits. Grant them to the team's administrator, account b1.",
    );
  });

  it("ACC-03 ACC-08 a download counts for the team while its administrator can use the account", () => {
    expect(downloadHolderId(ADA, null)).toBe("a1");
    const bob = { id: "b1", locked: false, deleted_at: null };
    expect(downloadHolderId(ADA, bob)).toBe("b1");
    expect(downloadHolderId(ADA, { ...bob, locked: true })).toBe("a1");
    expect(downloadHolderId(ADA, { ...bob, deleted_at: AT })).toBe("a1");
  });

  it("CLI-02 the log names each change, and keeps it as it was written", () => {
    const texts: readonly (readonly [SupportAction["change"], string])[] = [
      [{ kind: "lock" }, "locked the account"],
      [{ kind: "unlock" }, "unlocked the account"],
      [{ kind: "grant_credits", credits: 1 }, "granted 1 credit"],
      [{ kind: "set_minimum_license", license_id: licenseId(2) }, "set the minimum license to Startup"],
      [{ kind: "resend_confirmation" }, "resent the confirmation email"],
      [
        { kind: "refund_item", order_id: "o1", variant_id: 7, amount: 2_400 } as SupportAction["change"],
        "refunded $24.00 for item 7 of order o1",
      ],
    ];
    for (const [change, text] of texts) {
      expect(supportActionText({ change })).toBe(text);
      const kept = JSON.parse(JSON.stringify(action(change)));
      expect(Schema.decodeUnknownSync(SupportAction)(kept)).toEqual(action(change));
    }
  });

  it("CLI-02 nobody grants no credits, more than the limit, or parts of one", () => {
    const reads = Schema.is(SupportAction);
    for (const [credits, allowed] of [
      [0, false],
      [1, true],
      [MAX_GRANTED_CREDITS, true],
      [MAX_GRANTED_CREDITS + 1, false],
      [1.5, false],
      [-5, false],
    ] as const)
      expect(reads(action({ kind: "grant_credits", credits })), String(credits)).toBe(allowed);
  });
});
