import { type Mail, MailUnavailable } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { createTransport } from "nodemailer";

/** The mail server, by its URL (`smtp://` or `smtps://`, with user and password in it), and who writes. */
export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
  /** Milliseconds to wait for the server. */
  readonly timeoutMs?: number | undefined;
}

// The library reads a text as a list of recipients: what is more than one address must not become several.
const ONE_ADDRESS = /^[^\s,;<>()"@]+@[^\s,;<>()"@]+$/;

const oneAddress = (to: string): { readonly name: string; readonly address: string } => {
  if (!ONE_ADDRESS.test(to)) throw new Error("a message goes to one address");
  return { name: "", address: to };
};

/** The mail port over SMTP. A message goes to its one recipient; what names more than one is not sent. */
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
