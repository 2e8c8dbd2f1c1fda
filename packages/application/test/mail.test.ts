import { type Order, type OrderItem, cents, itemSource } from "@backlot/domain";
import { type DueMessage, MailRefused, MailUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { noteFileReady } from "../src/downloads/note-file-ready.ts";
import { hastenOutbox } from "../src/mail/hasten-outbox.ts";
import { sendDue, sendOutbox } from "../src/mail/send-outbox.ts";
import { type Allowed, NOW, gives, nothing, storeWith } from "./services.ts";
import { account, minutesLater, order, payment, quoteOf, refund } from "./values.ts";

const notice = (id: string, kind: DueMessage["kind"] = "password-changed", about = "ada"): DueMessage => ({
  id,
  kind,
  about,
  attempts: 0,
});

/** The outbox with some mails, and a mail server that takes what it is told to. */
const outbox = (
  due: readonly DueMessage[],
  more: Allowed & { readonly refuses?: string; readonly breaks?: string; readonly isUp?: boolean } = {},
) => {
  const { refuses, breaks, isUp = true, repositories, ...others } = more;
  const send = (to: string) => {
    if (!isUp || to === breaks) return Effect.fail(new MailUnavailable({ cause: "down" }));
    return to === refuses ? Effect.fail(new MailRefused({ isPermanent: false, reply: "452 full" })) : Effect.void;
  };
  return storeWith({
    mail: { send: ({ to }) => send(to) },
    ...others,
    repositories: {
      outbox: { due: gives(due), complete: nothing, postpone: nothing, fail: nothing },
      accounts: { get: (id) => Effect.succeed(id === "nobody" ? null : account({ id, email: `${id}@example.com` })) },
      ...repositories,
    },
  });
};

describe("the outbox", () => {
  it("ACC-04 completes a mail after it was sent, each in a transaction of its own", async () => {
    const store = outbox([notice("a"), notice("b", "password-changed", "bob")]);
    expect(await store.run(sendOutbox)).toBe(2);
    const sent = ["mail.send", "outbox.complete"];
    expect(store.effects()).toEqual([...sent, ...sent]);
    expect(store.argsOf("commit")).toHaveLength(2);
  });

  it("ACC-04 says in each mail of a test store that no payment is real", async () => {
    const texts = async (isTestStore: boolean) => {
      const store = outbox([notice("a")], { settings: { isTestStore } });
      await store.run(sendOutbox);
      return store.argsOf("mail.send").map(([mail]) => JSON.stringify(mail));
    };
    expect((await texts(true))[0]).toContain("Test store: no real payments.");
    expect((await texts(false))[0]).not.toContain("Test store");
  });

  it("CHK-07 sends a mail again that the server refused or that can't be written, and holds up no other", async () => {
    const due = [
      notice("refused", "password-changed", "eve"),
      notice("broken", "confirm-email", "nobody"),
      notice("a"),
    ];
    const store = outbox(due, { refuses: "eve@example.com" });
    expect(await store.run(sendOutbox)).toBe(1);
    expect(store.argsOf("outbox.complete")).toEqual([["a", NOW]]);
    const [[id, until, reply] = []] = store.argsOf("outbox.postpone");
    expect([id, reply]).toEqual(["refused", "452 full"]);
    // A minute, give or take a fifth.
    expect(String(until) >= minutesLater(0.8) && String(until) <= minutesLater(1.2)).toBe(true);
  });

  it("CHK-07 postpones the one mail that breaks the connection, and sends those behind it", async () => {
    const due = [notice("breaks", "password-changed", "eve"), notice("a"), notice("b", "password-changed", "bob")];
    const store = outbox(due, { breaks: "eve@example.com" });
    expect(await store.run(sendDue)).toEqual({ sent: 2, unavailable: null });
    expect(store.argsOf("outbox.postpone").map(([id, , error]) => [id, error])).toEqual([
      ["breaks", "the connection was lost"],
    ]);
  });

  it("CHK-07 gives up a mail that was refused for two days", async () => {
    const store = outbox([{ ...notice("a", "password-changed", "eve"), attempts: 23 }], { refuses: "eve@example.com" });
    expect(await store.run(sendOutbox)).toBe(0);
    expect(store.argsOf("outbox.fail")).toEqual([["a", NOW, "452 full"]]);
    expect(store.argsOf("outbox.postpone")).toEqual([]);
  });

  it("CHK-07 asks a mail server that is down twice, and keeps all mails", async () => {
    const due = Array.from({ length: 20 }, (_, at) => notice(`mail-${at}`));
    const store = outbox(due, { isUp: false });
    expect(await store.run(sendDue)).toMatchObject({ sent: 0, unavailable: { _tag: "MailUnavailable" } });
    expect(store.argsOf("mail.send")).toHaveLength(2);
    for (const change of ["complete", "postpone", "fail"]) expect(store.argsOf(`outbox.${change}`)).toEqual([]);
  });

  it("ACC-04 sends no mail that has nothing left to say: the address is confirmed, or has no account", async () => {
    const store = outbox([notice("a", "confirm-email"), notice("b", "reset-password", "nobody@example.com")], {
      identity: { startReset: gives(null) },
      repositories: {
        outbox: {
          due: gives([notice("a", "confirm-email"), notice("b", "reset-password", "nobody@example.com")]),
          complete: nothing,
        },
        accounts: { get: gives(account({ confirmed_at: NOW })), byEmail: gives(null) },
      },
    });
    expect(await store.run(sendOutbox)).toBe(0);
    expect(store.argsOf("mail.send")).toEqual([]);
    expect(store.argsOf("outbox.complete").map(([id]) => id)).toEqual(["a", "b"]);
  });

  it("ACC-04 gives a mail that is sent again an id of its own, and keeps the id of every other one", async () => {
    const store = outbox([notice("a"), notice("b", "confirm-email")], {
      links: { confirmation: { sign: () => "token" } },
    });
    await store.run(sendOutbox);
    // Mail programs drop a mail with an id that they know.
    expect(store.argsOf("mail.send")).toMatchObject([[{ id: "id-1@store" }], [{ id: "b@store" }]]);
  });

  it("ACC-04 makes its job due for new mails only, so that a server that is down gets a rest", async () => {
    const store = storeWith({
      repositories: { outbox: { due: gives([notice("a"), notice("b")]) }, jobs: { hasten: nothing } },
    });
    const first = await store.run(hastenOutbox(new Set(["a"])));
    expect(first).toEqual({ waiting: new Set(["a", "b"]), isNew: true });
    expect(store.argsOf("jobs.hasten")).toEqual([["send-notices", NOW]]);
    expect((await store.run(hastenOutbox(first.waiting))).isNew).toBe(false);
    expect(store.argsOf("jobs.hasten")).toHaveLength(1);
  });

  it("ORD-06 CHK-07 promises no refund that has failed before the mail is written", async () => {
    const late = order({ status: { _tag: "unfulfillable", at: NOW, message: "payment_not_applied" } as never });
    const told = async (status: "issued" | "failed") => {
      const store = outbox([notice("a", "payment-not-applied", late.id)], {
        repositories: {
          outbox: { due: gives([notice("a", "payment-not-applied", late.id)]), complete: nothing },
          accounts: { get: gives(account()) },
          orders: { get: gives(late) },
          payments: { ofOrders: gives([payment({ order_id: late.id })]) },
          refunds: { ofPayments: gives([refund({ status })]) },
        },
      });
      expect(await store.run(sendOutbox)).toBe(1);
      return store.argsOf("mail.send").map(([mail]) => (mail as { readonly subject: string }).subject);
    };
    expect([await told("issued"), await told("failed")]).toEqual([
      ["We're refunding your payment"],
      ["We owe you a " + "refund"],
    ]);
  });

  it("DWN-01 tells an account of a file once, by an id that names both", async () => {
    const store = storeWith({ repositories: { outbox: { enqueue: gives(false) } } });
    await store.run(noteFileReady("ada", 7));
    expect(store.argsOf("outbox.enqueue")).toEqual([[{ id: "file:ada:7", kind: "file-ready", about: "ada:7" }, NOW]]);
  });
});

describe("a mail about an order", () => {
  const items = [7, 8].map(
    (collection_variant_id): OrderItem => ({ kind: "product", collection_variant_id, raised_from: null }),
  );
  const [first, second] = ["Fire, 2K", "Smoke, 2K"];
  /** The quote of two items that cost these amounts, in cents. */
  const quoted = (...nets: readonly number[]) =>
    quoteOf(
      "item",
      nets.reduce((sum, net) => sum + net, 0),
      {
        lines: nets.map((net, place) => ({
          kind: "item",
          reference: `${place}`,
          label: [first, second][place] ?? "",
          gross: cents(net),
          discount: cents(0),
          net: cents(net),
        })),
      },
    );
  /** Returns the text of the mail about Ada's order, of whose items she has those at some places. */
  const mailOf = async (kind: DueMessage["kind"], sold: Partial<Order>, held: readonly number[] = []) => {
    const store = outbox([notice("a", kind, "order")], {
      links: { order: { sign: () => "token" } },
      repositories: {
        outbox: { due: gives([notice("a", kind, "order")]), complete: nothing },
        orders: { get: gives(order({ items: [...items] as never, ...sold })), linkVersion: gives(0) },
        accounts: { get: gives(account()) },
        payments: { ofOrders: gives([payment()]) },
        refunds: { ofPayments: gives([]) },
        collections: {
          entitlementsOf: gives(held.map((place) => ({ source: itemSource("payment:1", place) }) as never)),
        },
      },
    });
    expect(await store.run(sendOutbox)).toBe(1);
    const [[mail]] = store.argsOf("mail.send") as [[{ readonly subject: string; readonly text: string }]];
    return `${mail.subject}. ${mail.text}`.replaceAll(/\s+/g, " ");
  };
  const paid = { _tag: "paid", at: NOW } as const;

  it("ORD-03 ORD-06 promises a guest no money back for an order, or an item, that cost nothing", async () => {
    const free = { status: paid, quote: quoted(0, 0), guest_email: "ada@example.com" };
    const none = await mailOf("guest-purchase", free);
    expect(none).toContain("You ordered Fire, 2K, Smoke, 2K for $0.00. The order was canceled. You weren't charged.");
    const part = await mailOf("guest-purchase", { ...free, quote: quoted(900, 0) }, [0]);
    expect(part).toContain("You ordered 2 items for $9.00. We canceled the rest. You weren't charged for it.");
    for (const text of [none, part]) expect(text).not.toMatch(/money|refund/);
    const bought = { ...free, quote: quoted(900, 600) };
    expect(await mailOf("guest-purchase", bought)).toContain("We're refunding your payment.");
    expect(await mailOf("guest-purchase", bought, [0])).toContain("We're refunding the rest.");
    expect(await mailOf("guest-purchase", bought, [0, 1])).not.toMatch(/goes back|canceled/);
  });

  it("ORD-06 DSC-06 promises no refund for an order without a payment, and names account credit", async () => {
    const late = { status: { _tag: "unfulfillable", at: NOW } } as const;
    const free = await mailOf("payment-not-applied", { ...late, quote: quoted(0, 0) });
    expect(free).toContain("We couldn't complete your order");
    expect(free).toContain("You weren't charged.");
    expect(free).not.toMatch(/refund|days/);
    const credit = (total: number) => quoteOf("plan", total, { account_credit: cents(1_900) });
    const byCredit = await mailOf("payment-not-applied", { ...late, quote: credit(0) });
    expect(byCredit).toContain("We've returned the $19.00 in account credit you used.");
    expect(byCredit).not.toMatch(/refund|days/);
    const both = await mailOf("payment-not-applied", { ...late, quote: credit(500) });
    expect(both).toContain("We're refunding your payment");
    expect(both).toContain("We've returned the $19.00 in account credit you used.");
    expect(await mailOf("payment-not-applied", { ...late, quote: quoted(500, 0) })).not.toContain("account credit");
  });
});
