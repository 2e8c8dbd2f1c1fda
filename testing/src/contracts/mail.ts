import type { Mail, MailMessage } from "@backlot/ports";
import * as Effect from "effect/Effect";
import * as Result from "effect/Result";
import { describe, expect, it } from "vitest";

/** An email as its recipient sees it. */
export interface DeliveredMail {
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail adapter, and access to its recipients' inboxes. */
interface MailRig {
  readonly mail: Mail;
  /** An adapter whose server is unreachable. */
  readonly down: Mail;
  /** An adapter whose server refuses its sender. */
  readonly unwelcome: Mail;
  /** The sender address of the adapter. */
  readonly sender: string;
  /** Returns all emails to an address, newest first. */
  readonly inboxOf: (address: string) => Promise<readonly DeliveredMail[]>;
}

/** Declares the tests that every Mail adapter must pass. */
export const mailContract = (name: string, on: () => MailRig): void => {
  describe(`the mail port over ${name}`, () => {
    const messageTo = (to: string): MailMessage => ({
      id: `${crypto.randomUUID()}@store`,
      sender: "Backlot",
      replyTo: "help@shop.example",
      to,
      subject: "Your refund – 12 €",
      text: "Grüße,\nBacklot",
      html: "<p>Grüße,<br>Backlot</p>",
    });
    const someone = (): string => `${crypto.randomUUID()}@example.com`;

    it("delivers a message to its recipient, text and page, in any language", async () => {
      const to = someone();
      const message = messageTo(to);
      await Effect.runPromise(on().mail.send(message));
      const [received, ...more] = await on().inboxOf(to);
      expect(more).toEqual([]);
      const { replyTo, subject } = message;
      expect(received).toMatchObject({ from: `Backlot <${on().sender}>`, replyTo, subject });
      expect([received?.text.trim(), received?.html.trim()]).toEqual([message.text, message.html]);
      expect(await on().inboxOf(someone())).toEqual([]);
    });

    it("writes to one person, whatever an address or a subject says", async () => {
      const [ada, eve] = [someone(), someone()];
      const odd = [
        messageTo(`${ada}, ${eve}`),
        messageTo(`${ada}\r\nBcc: ${eve}`),
        { ...messageTo(ada), subject: `Hello\r\nBcc: ${eve}` },
      ];
      for (const message of odd) await Effect.runPromise(Effect.result(on().mail.send(message)));
      expect(await on().inboxOf(eve)).toEqual([]);
    });

    it("CHK-07 tells an email that is refused permanently or for now from a server that takes none", async () => {
      const { mail } = on();
      const refusal = async (to: string) => {
        const sent = await Effect.runPromise(Effect.result(mail.send(messageTo(to))));
        expect(JSON.stringify(sent)).not.toContain(to);
        return Result.isFailure(sent) && sent.failure._tag === "MailRefused" ? sent.failure : null;
      };
      expect(await refusal("ada@refused.example")).toMatchObject({
        isPermanent: true,
        reply: expect.stringMatching(/^550 .*mailbox/),
      });
      expect(await refusal("ada@full.example")).toMatchObject({
        isPermanent: false,
        reply: expect.stringMatching(/^452 .*full/),
      });
      expect(await refusal("no address at all")).toMatchObject({ isPermanent: true });
    });

    it("CHK-07 holds no other email up for one, whatever the server answers to it", async () => {
      const { mail, inboxOf } = on();
      for (const domain of ["relay", "denied", "busy", "spam", "dropped"]) {
        const sent = await Effect.runPromise(Effect.result(mail.send(messageTo(`ada@${domain}.example`))));
        // None of these is permanent: the words of a policy may change tomorrow.
        expect(sent, domain).toMatchObject({ failure: { _tag: "MailRefused", isPermanent: false } });
        const to = someone();
        await Effect.runPromise(mail.send(messageTo(to)));
        expect(await inboxOf(to), domain).toHaveLength(1);
      }
    });

    it("is unavailable where the server does not take a message", async () => {
      const { down, unwelcome } = on();
      for (const mail of [down, unwelcome]) {
        const sent = await Effect.runPromise(Effect.result(mail.send(messageTo(someone()))));
        if (Result.isSuccess(sent) || sent.failure._tag !== "MailUnavailable") throw new Error("the mail was taken");
        // The log shows the cause.
        expect(String(sent.failure.cause)).not.toContain("@");
      }
    });
  });
};
