import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Signup,
  accountState,
  confirmationExpiry,
  generatedPassword,
  guestEmailProblem,
  instant,
  isDeleted,
  isFreeSubscriberSignup,
  loginFailureText,
  loginNotice,
  message,
  newAccount,
  orderLinkExpiry,
  planHolderId,
  roleOf,
  signupButtonText,
  signupProblems,
} from "@backlot/domain";

const disposable = new Set(["mailinator.com"]);
const form = { first_name: "Ada", last_name: "L", email: "ada@example.com", password: "open 7" };

describe("signing up", () => {
  it("ACC-01 the button names the step", () => {
    const tags = ["idle", "signing-up", "logging-in", "failed", "done"] as const;
    const states: readonly Signup[] = [
      { _tag: "idle" },
      { _tag: "signing-up" },
      { _tag: "logging-in" },
      { _tag: "failed", message: "Taken" },
      { _tag: "done", leadsTo: null },
    ];
    expect(
      Object.fromEntries(tags.map((tag, index) => [tag, signupButtonText(states[index] ?? { _tag: "idle" })])),
    ).toEqual({
      idle: "Get Started",
      "signing-up": "signing you up...",
      "logging-in": "logging you in...",
      failed: "Get Started",
      done: "logging you in...",
    });
    expect([message("signup_title"), message("have_account")]).toEqual([
      "Create Your Free Account",
      "Already have an account? Please Sign In",
    ]);
  });

  it("ACC-01 a passwordless signup's password has eight characters, one a random byte, evenly likely", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 20 }), (bytes) => {
        const password = generatedPassword(bytes);
        expect(password).toMatch(/^[\w.+!?=-]{8}$/);
        expect(signupProblems({ ...form, password }, disposable)).toEqual([]);
        expect(generatedPassword(bytes)).toBe(password);
      }),
    );
    const all = Array.from({ length: 32 }, (_, row) =>
      generatedPassword(Array.from({ length: 8 }, (__, n) => row * 8 + n)),
    ).join("");
    const counts = new Map<string, number>();
    for (const character of all) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(64);
    expect(new Set(counts.values())).toEqual(new Set([4]));
    expect(() => generatedPassword([1, 2, 3, 4, 5, 6, 7])).toThrow("a password needs 8 random bytes, got 7");
    expect([isFreeSubscriberSignup(form), isFreeSubscriberSignup({ password: null })]).toEqual([true, false]);
  });

  it("ACC-03 a locked account differs from wrong credentials, and who never confirmed is reminded", () => {
    const says = (_tag: string) => loginFailureText({ _tag, message: "The server's words" });
    expect([says("unauthorized"), says("account_locked"), says("invalid_request")]).toEqual([
      "Invalid credentials",
      "The server's words",
      "The server's words",
    ]);
    expect([loginNotice({ confirmed_at: null }), loginNotice({ confirmed_at: "2026-01-01" })]).toEqual([
      "unconfirmed",
      null,
    ]);
  });
});

describe("an account", () => {
  const person = { ...form, id: "user-1", created_at: instant(0) };

  it("ACC-01 starts open, without a license, a plan or a team, and confirmed by nobody", () => {
    const account = newAccount(person);
    expect(account).toMatchObject({
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "L",
      created_at: instant(0),
    });
    expect([account.min_license_id, account.confirmed_at, account.stripe_customer_token]).toEqual([null, null, null]);
    expect([account.free_subscriber, newAccount(person, false).free_subscriber]).toEqual([true, false]);
    expect([accountState(account), roleOf(account), planHolderId(account)]).toEqual(["open", "Admin", "user-1"]);
  });

  it("ACC-03 ACC-07 is open, locked by support, or deleted by its owner, which outlasts a lock", () => {
    const states = [
      { locked: false, deleted_at: null },
      { locked: true, deleted_at: null },
      { locked: false, deleted_at: instant(0) },
      { locked: true, deleted_at: instant(0) },
    ];
    expect(states.map(accountState)).toEqual(["open", "locked", "deleted", "deleted"]);
    expect(states.map(isDeleted)).toEqual([false, false, true, true]);
  });

  it("ACC-08 works under the plan of its team, where it is in one", () => {
    expect(planHolderId({ id: "user-1", team_id: "user-2" })).toBe("user-2");
  });
});

describe("buying without an account", () => {
  it("ORD-03 ACC-02 takes an address that mail can reach, and none of throw-away services", () => {
    expect(["ada@example.com", " ada@example.com "].map((email) => guestEmailProblem(email, disposable))).toEqual([
      null,
      null,
    ]);
    expect(guestEmailProblem("  ", disposable)).toBe("enter_email_to_continue");
    expect(
      ["ada", "ada@example", "a b@example.com", "a@x.com,b@x.com", "a@x.com;", "<a@x.com>"].map((email) =>
        guestEmailProblem(email, disposable),
      ),
    ).toEqual(Array(6).fill("invalid_email"));
    expect(guestEmailProblem("ada@mail.mailinator.com", disposable)).toBe("disposable_email");
  });

  it("ORD-03 ACC-04 the link to an order is good for 30 days, the one that confirms an address for seven", () => {
    expect(confirmationExpiry(instant(Date.UTC(2026, 0, 31)))).toBe(instant(Date.UTC(2026, 1, 7)));
    expect(orderLinkExpiry(instant(Date.UTC(2026, 0, 31)))).toBe(instant(Date.UTC(2026, 2, 2)));
  });
});
