import { type Mail, MailRefused, MailUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { createTransport } from "nodemailer";
import type SMTPConnection from "nodemailer/lib/smtp-connection";

/** The mail server's URL (`smtp://` or `smtps://`, with user and password) and the sender. */
export interface SmtpOptions {
  readonly url: string;
  /** The sender; null for the store's name at `address`. */
  readonly from: string | null;
  readonly address: string;
  /** The timeout for connecting and for each response, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

// Nodemailer parses a string as a list of recipients. Reject anything that could be more than one address.
const ONE_ADDRESS = /^[^\s,;<>()"@]+@[^\s,;<>()"@]+$/;

class BadAddress extends Error {}

const oneAddress = (to: string): { readonly name: string; readonly address: string } => {
  if (!ONE_ADDRESS.test(to)) throw new BadAddress("The recipient isn't a single email address.");
  return { name: "", address: to };
};

/** The commands that are about one email's recipient or content. Earlier ones are about the store as a sender. */
const ABOUT_ONE_EMAIL: readonly unknown[] = ["RCPT TO", "DATA"];

/**
 * Returns whether the server refused the email for policy reasons, such as relaying or suspected spam (RFC 3463). The
 * reason may no longer apply tomorrow, so the email is retried, as after a temporary refusal.
 */
const isPolicy = (response: string): boolean => /^\d{3}[ -]5\.7\.\d|relay|spam|blocked|policy/i.test(response);

/** The code with which a server ends the session, at any time (RFC 5321). */
const CLOSING = 421;

/** Removes email addresses, because server responses are logged and can outlast the accounts they name. */
const withoutAddresses = (text: string): string => text.replaceAll(/\S+@\S+/g, "…");

const unavailable = (cause: unknown): MailUnavailable => {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new MailUnavailable({ cause: new Error(withoutAddresses(text)) });
};

/**
 * Classifies a failed delivery by the point in the SMTP dialog at which it failed. A failure before the recipient is
 * named means that the server accepts no email from this store. A later failure means that it refused this email. A
 * connection that broke or timed out doesn't show the point of failure, so it counts as a refusal of this email if
 * `canConnect` finds that the server still accepts the store.
 */
const errorOf = async (cause: unknown, canConnect: () => Promise<boolean>): Promise<MailUnavailable | MailRefused> => {
  if (cause instanceof BadAddress) return new MailRefused({ isPermanent: true, reply: cause.message });
  const { command, responseCode, response = "" } = cause as Partial<SMTPConnection.SMTPError>;
  if (responseCode === undefined || responseCode === CLOSING)
    return (await canConnect())
      ? new MailRefused({ isPermanent: false, reply: withoutAddresses(response) || "the connection was lost" })
      : unavailable(cause);
  if (!ABOUT_ONE_EMAIL.includes(command)) return unavailable(cause);
  return new MailRefused({
    isPermanent: responseCode >= 500 && !isPolicy(response),
    reply: withoutAddresses(response),
  });
};

/** Creates the mail port over SMTP. Fails for more than one recipient. */
export const makeSmtpMail = ({ url, from, address, timeoutMs = 10_000 }: SmtpOptions): Mail => {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const canConnect = (): Promise<boolean> =>
    transport.verify().then(
      () => true,
      () => false,
    );
  return {
    send: ({ id, sender, replyTo, to, subject, text, html }) =>
      Effect.tryPromise(async () =>
        transport.sendMail({
          messageId: `<${id}>`,
          from: from ?? { name: sender, address },
          replyTo,
          to: oneAddress(to),
          subject,
          text,
          html,
        }),
      ).pipe(
        Effect.catch(({ cause }) =>
          Effect.flatMap(
            Effect.promise(() => errorOf(cause, canConnect)),
            Effect.fail,
          ),
        ),
        Effect.asVoid,
      ),
  };
};

/** Connects to a mail server by URL and signs in. Returns why it can't, without addresses, or null if it can. */
export const checkMailServer = async (url: string, timeoutMs = 10_000): Promise<string | null> => {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return withoutAddresses(error instanceof Error ? error.message : String(error));
  } finally {
    transport.close();
  }
};
