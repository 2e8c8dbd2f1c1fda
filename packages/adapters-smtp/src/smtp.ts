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

/** The commands that are about one email's recipient or content. Others are about the store as a sender. */
const ABOUT_ONE_EMAIL: readonly unknown[] = ["RCPT TO", "DATA"];

/**
 * The server takes no email of this store: it ends the session, wants a password, or relays for others only (RFC 5321,
 * RFC 3463).
 */
const refusesTheStore = (responseCode: number, response: string): boolean =>
  responseCode === 421 || responseCode === 530 || /^\d{3}[ -]5\.7\.[01]\b|relay/i.test(response);

/** Removes email addresses: what a server answers is logged and kept, longer than the account that it names. */
const withoutAddresses = (text: string): string => text.replaceAll(/\S+@\S+/g, "…");

/** Returns what a failed delivery means: whether the server refused this email, or takes none. */
const errorOf = (cause: unknown): MailUnavailable | MailRefused => {
  if (cause instanceof BadAddress) return new MailRefused({ isPermanent: true, reply: cause.message });
  const { command, responseCode, response = "" } = cause as Partial<SMTPConnection.SMTPError>;
  const isOfOne = responseCode !== undefined && ABOUT_ONE_EMAIL.includes(command);
  if (!isOfOne || refusesTheStore(responseCode, response)) {
    const text = cause instanceof Error ? cause.message : String(cause);
    return new MailUnavailable({ cause: new Error(withoutAddresses(text)) });
  }
  return new MailRefused({ isPermanent: responseCode >= 500, reply: withoutAddresses(response) });
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
