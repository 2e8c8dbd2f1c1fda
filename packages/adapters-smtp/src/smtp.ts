import { type Mail, MailRefused, MailUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { createTransport } from "nodemailer";
import type SMTPConnection from "nodemailer/lib/smtp-connection";

/** The mail server's URL (`smtp://` or `smtps://`, with user and password) and the sender. */
export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  /** The timeout of connecting and of each response, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

// Nodemailer parses a string as a list of recipients. Reject anything that could be more than one address.
const ONE_ADDRESS = /^[^\s,;<>()"@]+@[^\s,;<>()"@]+$/;

class BadAddress extends Error {}

const oneAddress = (to: string): { readonly name: string; readonly address: string } => {
  if (!ONE_ADDRESS.test(to)) throw new BadAddress("The recipient is not one email address.");
  return { name: "", address: to };
};

/** Nodemailer's codes for a refusal of one email, rather than of the store. */
const OF_ONE_EMAIL: readonly unknown[] = ["EENVELOPE", "EMESSAGE"];

/** Returns what a failed delivery means: whether the server refused this email, or takes none. */
const errorOf = (cause: unknown): MailUnavailable | MailRefused => {
  if (cause instanceof BadAddress) return new MailRefused({ isPermanent: true, reply: cause.message });
  const { code, responseCode, response } = cause as Partial<SMTPConnection.SMTPError>;
  if (responseCode === undefined || !OF_ONE_EMAIL.includes(code)) return new MailUnavailable({ cause });
  return new MailRefused({ isPermanent: responseCode >= 500, reply: response ?? String(responseCode) });
};

/** Creates the mail port over SMTP. Fails for more than one recipient. */
export const makeSmtpMail = ({ url, from, timeoutMs = 10_000 }: SmtpOptions): Mail => {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    send: ({ id, to, subject, text, html }) =>
      Effect.asVoid(
        Effect.tryPromise({
          try: async () => transport.sendMail({ messageId: `<${id}>`, from, to: oneAddress(to), subject, text, html }),
          catch: errorOf,
        }),
      ),
  };
};
