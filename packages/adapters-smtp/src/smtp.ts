import { type Mail, MailUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { createTransport } from "nodemailer";

/** The mail server's URL (`smtp://` or `smtps://`, with user and password) and the sender. */
export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  /** The timeout of connecting and of each response, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

// Nodemailer parses a string as a list of recipients. Reject anything that could be more than one address.
const ONE_ADDRESS = /^[^\s,;<>()"@]+@[^\s,;<>()"@]+$/;

const oneAddress = (to: string): { readonly name: string; readonly address: string } => {
  if (!ONE_ADDRESS.test(to)) throw new Error("a message goes to one address");
  return { name: "", address: to };
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
          catch: (cause) => new MailUnavailable({ cause }),
        }),
      ),
  };
};
