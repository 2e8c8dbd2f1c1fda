import { MailUnavailable, type OutboxMessage } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { noteFileReady } from "../src/downloads/note-file-ready.ts";
import { hastenOutbox } from "../src/mail/hasten-outbox.ts";
import { sendOutbox } from "../src/mail/send-outbox.ts";
import { type Allowed, NOW, gives, nothing, storeWith } from "./services.ts";
import { account } from "./values.ts";

const notice = (id: string, kind: OutboxMessage["kind"] = "password-changed", about = "ada"): OutboxMessage => ({
  id,
  kind,
  about,
});

/** The outbox with some mails, and a mail server that takes what it is told to. */
const outbox = (due: readonly OutboxMessage[], more: Allowed & { readonly refuses?: string } = {}) => {
  const { refuses, repositories, ...others } = more;
  return storeWith({
    mail: {
      send: ({ to }) => (to === refuses ? Effect.fail(new MailUnavailable({ cause: "down" })) : Effect.void),
    },
    ...others,
    repositories: {
      outbox: { due: gives(due), complete: nothing },
      accounts: { get: (id) => Effect.succeed(id === "nobody" ? null : account({ id, email: `${id}@example.com` })) },
      ...repositories,
    },
  });
};

describe("the outbox", () => {
  it("ACC-04 completes a mail after it was sent, each in a transaction of its own", async () => {
    const store = outbox([notice("a"), notice("b", "password-changed", "bob")]);
    expect(await store.run(sendOutbox)).toBe(2);
    const sent = ["accounts.get", "mail.send", "begin", "outbox.complete", "commit"];
    expect(store.steps()).toEqual(["outbox.due", ...sent, ...sent]);
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
    expect(store.argsOf("mail.send")).toMatchObject([[{ id: "id-1@backlot" }], [{ id: "b@backlot" }]]);
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

  it("DWN-01 tells an account of a file once, by an id that names both", async () => {
    const store = storeWith({ repositories: { outbox: { enqueue: gives(false) } } });
    await store.run(noteFileReady("ada", 7));
    expect(store.argsOf("outbox.enqueue")).toEqual([[{ id: "file:ada:7", kind: "file-ready", about: "ada:7" }, NOW]]);
  });
});
