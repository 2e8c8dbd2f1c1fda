import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sendOutbox } from "@backlot/application";
import { epochMs, instant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { runIn } from "@backlot/testing/ports";
import { SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useTestStore } from "@backlot/testing/store";
import { LICENSEE, subscribersOf } from "@backlot/testing/subscriber";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";

const VISA = "4242424242424242";
describe.each(scenarioDatabases)("emails and certificates for customers who ask support, on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);
  const sendMails = () => runIn(suite.store.ports, sendOutbox);
  const inbox = async (email: string): Promise<readonly { readonly subject: string; readonly text: string }[]> =>
    (await (await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(email)}`)).json()) as never;
  const later = (minutes: number) =>
    suite.store.clock.set(instant(epochMs(suite.store.clock.now()) + minutes * 60_000));
  const actionsOn = async (id: string) => {
    const staff = new TestClient(suite.store.app);
    staff.token = SUPPORT_KEY;
    const { body } = await staff.get(`/api/support/customers?customer=${id}`);
    return body.data.support_actions.map(({ change }: { change: object }) => change);
  };

  it("CLI-02 ORD-06 a receipt is sent again, but not twice within minutes", async () => {
    const ada = await subscriber(130);
    const { email } = await ada.me();
    const [receipt] = (await ada.client.get("/api/receipts")).body.data;
    await sendMails();
    const receipts = async () => (await inbox(email)).filter(({ subject }) => subject.includes(receipt.number));
    const before = (await receipts()).length;
    const { run, close } = await openSupportCommand(suite.store.app);
    const resend = (name: string) => run(SUPPORT_KEY, "resend", "receipt", name, ...WHY);
    try {
      later(6);
      expect((await resend(receipt.number)).out).toBe(`An email to ${email} is on its way.\n`);
      expect((await resend(receipt.number)).out).toContain(
        "is already on its way, or was sent in the last five minutes.",
      );
      await sendMails();
      expect(await receipts()).toHaveLength(before + 1);
      expect(await actionsOn(ada.id)).toEqual([{ kind: "send_mail", mail: "receipt", about: receipt.number }]);
      expect((await resend("R9-000001")).err).toContain("There is no receipt R9-000001. Use the receipt's number.");
    } finally {
      close();
    }
  });

  it("CHK-07 two addresses that the server refuses in any way hold up no other, and are listed", async () => {
    const signUpAs = (email: string) =>
      new TestClient(suite.store.app).post("/api/users", {
        first_name: "Ada",
        last_name: "Lane",
        email,
        password: "correct horse",
      });
    const name = crypto.randomUUID().slice(0, 8);
    for (const domain of ["denied", "dropped", "busy", "spam"]) await signUpAs(`${name}@${domain}.example`);
    await signUpAs(`${name}@example.com`);
    await sendMails();
    expect(await inbox(`${name}@example.com`)).toHaveLength(1);
    const { read } = suite.store.ports.transactions;
    const refused = await Effect.runPromise(read.outbox.refused(10));
    expect(
      refused.filter(({ failed_at, next_attempt_at }) => failed_at === null && next_attempt_at !== null),
    ).toHaveLength(4);
  });

  it("CLI-02 an email that the mail server refuses is given up, shown to staff, and sent again", async () => {
    const client = new TestClient(suite.store.app);
    const email = `${crypto.randomUUID().slice(0, 8)}@refused.example`;
    await client.post("/api/users", { first_name: "Ada", last_name: "Lane", email, password: "correct horse" });
    await sendMails();
    const { read } = suite.store.ports.transactions;
    const [failed] = (await Effect.runPromise(read.outbox.refused(10))).filter(({ kind }) => kind === "confirm-email");
    expect(failed?.last_error).toMatch(/^550 .*No such mailbox/);
    const { run, close } = await openSupportCommand(suite.store.app);
    try {
      expect((await run(SUPPORT_KEY, "emails", "list")).out).toContain(failed?.id);
      expect(JSON.parse((await run(SUPPORT_KEY, "emails", "list", "--json")).out)).toContainEqual(failed);
      // It isn't retried until staff request it.
      later(60);
      await sendMails();
      expect(await Effect.runPromise(read.outbox.refused(10))).toContainEqual(failed);
      const retry = (id = "") => run(SUPPORT_KEY, "emails", "retry", id, ...WHY);
      expect((await retry("none")).err).toContain('No refused email has the ID "none"');
      expect((await retry(failed?.id)).out).toBe("The email will be sent again.\n");
      expect(await Effect.runPromise(read.outbox.refused(10))).not.toContainEqual(failed);
      expect((await run(SUPPORT_KEY, "audit", "list")).out).toContain(failed?.id);
      await sendMails();
      expect((await retry(failed?.id)).out).toBe("The email will be sent again.\n");
    } finally {
      close();
    }
  });

  it("CLI-02 ORD-03 a guest's link is sent again, to the address of the order", async () => {
    const client = new TestClient(suite.store.app);
    const email = `guest.${crypto.randomUUID()}@example.com`;
    const { token } = (await client.call("PUT", "/api/orders/shopping_cart", { product_ids: [1011] })).body;
    const { body: payment } = await client.post("/api/payment_intent", { token, email, payment_method_id: null });
    await client.payTyped(suite.sandbox.url, payment, VISA);
    const { body } = await client.post("/api/purchases/cart", { token, payment_intent: payment.id });
    const { order_id } = body.data;
    await sendMails();
    const links = async () => (await inbox(email)).filter(({ text }) => text.includes(order_id));
    const before = (await links()).length;
    expect(before).toBeGreaterThan(0);
    const ada = await subscriber(130);
    const [own] = (await ada.client.get("/api/orders")).body.data;
    const { run, close } = await openSupportCommand(suite.store.app);
    const resend = (name: string) => run(SUPPORT_KEY, "resend", "guest-link", name, ...WHY);
    try {
      later(6);
      expect((await resend(order_id.toUpperCase())).out).toBe(`An email to ${email} is on its way.\n`);
      await sendMails();
      expect(await links()).toHaveLength(before + 1);
      expect((await resend(own.id)).err).toContain("This isn't a guest's paid order.");
    } finally {
      close();
    }
  });

  it("CLI-02 LIC-13 a certificate is issued, listed, saved, checked, and sent", async () => {
    const ada = await subscriber(130);
    const { email } = await ada.me();
    const { run, close } = await openSupportCommand(suite.store.app);
    const certificates = (...words: readonly string[]) => run(SUPPORT_KEY, "certificates", ...words);
    try {
      expect((await certificates("list", email)).out).toBe(
        `${email} has no certificates. To issue one, run backlot certificates issue ${email}\n`,
      );
      expect((await certificates("issue", email, ...WHY)).code).toBe(1);
      // Support sends the customer to the page where the licensee is confirmed.
      expect((await run(SUPPORT_KEY, "resend", "licensee", email, ...WHY)).out).toContain("is on its way");
      await sendMails();
      const asked = (await inbox(email)).find(({ subject }) => subject === "Who holds your license?");
      expect(asked?.text).toMatch(/^Confirm the licensee: http.*\/accounts\/profile$/m);
      const unknown = await run(SUPPORT_KEY, "resend", "licensee", "nobody", ...WHY);
      expect(unknown.err).toContain("There is no account nobody. Use the account's ID.");
      await ada.client.post("/api/licensee_profiles", LICENSEE);
      const issued = JSON.parse((await certificates("issue", email, "--json", ...WHY)).out);
      expect(issued).toMatchObject({ status: "valid", licensee: "Lane Films, Ada Lane" });
      const again = await certificates("issue", email, ...WHY);
      expect(again.out).toContain(`Certificate ${issued.number} for Lane Films, Ada Lane, Individual, covers:\n- Pro`);
      expect(await actionsOn(ada.id)).toEqual([
        { kind: "issue_certificate", number: issued.number },
        { kind: "send_mail", mail: "licensee", about: ada.id },
      ]);
      expect((await certificates("list", email)).out).toMatch(
        new RegExp(`^\\S+ +${issued.number} +valid +Individual +Lane Films, Ada Lane$`, "m"),
      );
      const file = join(await mkdtemp(join(tmpdir(), "backlot-certificate-")), "license.pdf");
      expect((await certificates("download", issued.number, "--to", file)).out).toBe(`Saved ${file}.\n`);
      expect((await readFile(file)).subarray(0, 5).toString()).toBe("%PDF-");
      expect((await certificates("download", "BC-NONE")).err).toContain('Certificate "BC-NONE" doesn\'t exist');
      const typed = issued.number.toLowerCase();
      expect((await certificates("download", ` ${typed}`, "--to", `${file}-2`)).out).toBe(`Saved ${file}-2.\n`);
      // However the number is typed, it is the same email, with the same limit.
      expect((await run(SUPPORT_KEY, "resend", "certificate", typed, ...WHY)).out).toContain("is on its way");
      await sendMails();
      expect((await run(SUPPORT_KEY, "resend", "certificate", issued.number, ...WHY)).out).toContain(
        "already on its way",
      );
      await sendMails();
      const about = (await inbox(email)).filter(({ subject }) => subject.startsWith("Your license certificate"));
      expect(about).toHaveLength(1);
      expect((await actionsOn(ada.id))[0]).toEqual({ kind: "send_mail", mail: "certificate", about: issued.number });
      const { status } = await ada.client.get(`/api/certificates/${typed}`);
      expect(status).toBe(200);
      const mail = (await inbox(email)).find(({ subject }) => subject === `Your license certificate ${issued.number}`);
      expect(mail?.text).toContain(`/accounts/certificates/${issued.number}`);
      expect(mail?.text).toContain(`/licenses/verify/${issued.number}`);
    } finally {
      close();
    }
  });
});
