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

/** The mail port over SMTP. */
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
          try: () => transport.sendMail({ messageId: `<${id}>`, from, to, subject, text, html }),
          catch: (cause) => new MailUnavailable({ cause }),
        }),
      ),
  };
};
