import { once } from "node:events";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { openDatabase } from "../database.ts";
import { sandboxDocument } from "../document.ts";

/** A received email. `at` is in milliseconds. */
export interface ReceivedMail {
  readonly id: number;
  readonly at: number;
  readonly to: string;
  readonly from: string;
  /** The address for replies. */
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Domains whose addresses the server refuses, each with its permanent or temporary reply. */
const REFUSALS: Readonly<Record<string, readonly [code: number, text: string]>> = {
  "refused.example": [550, "5.1.1 No such mailbox"],
  "full.example": [452, "4.2.2 The mailbox is full"],
  // Postfix and others send this reply about a single recipient, but its wording also fits a sender that may not relay.
  "relay.example": [550, "5.1.1 User unknown in relay recipient table"],
  "denied.example": [554, "5.7.1 Access denied"],
  "busy.example": [421, "4.7.0 Try again later, closing connection"],
};

/** A domain for which the server rejects the email's data, like a spam filter. */
const SPAM = "spam.example";
/** A domain at which the server drops the connection. */
const DROPPED = "dropped.example";

/** Returns an email's sender as "Name <address>", or the address alone. */
const senderOf = (from: Address | undefined): string => {
  const { name = "", address = "" } = from ?? {};
  return name === "" ? address : `${name} <${address}>`;
};

/** Returns the error for an address that the server accepts no email to or from, or null. */
const refusalOf = (address: string): Error | null => {
  const [responseCode, text] = REFUSALS[address.split("@")[1] ?? ""] ?? [];
  return responseCode === undefined ? null : Object.assign(new Error(`${text}: <${address}>`), { responseCode });
};

/**
 * An SMTP server that stores emails in its own database and never delivers them. It rejects emails for some domains.
 */
interface Inbox {
  readonly smtpUrl: string;
  readonly routes: Hono;
  readonly stop: () => Promise<void>;
}

const when = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");

const list = (mails: readonly ReceivedMail[]) =>
  sandboxDocument(
    "Inbox",
    html`<h1>Inbox</h1>
      <p><a href="/">Back to the sandbox</a>. It shows every email that the store sends. None leaves this machine, and
        emails to some domains, such as refused.example and full.example, are refused.</p>
      ${mails.length === 0 ? html`<p>There is no mail yet.</p>` : ""}
      <ul>
        ${mails.map(
          (mail) => html`<li>
              <a href="/inbox/${mail.id}">${mail.subject}</a><br />to ${mail.to}, ${when(mail.at)} UTC
            </li>`,
        )}
      </ul>`,
  );

const one = (mail: ReceivedMail) =>
  sandboxDocument(
    mail.subject,
    html`<h1>${mail.subject}</h1>
      <p><a href="/inbox">All mail</a></p>
      <dl>
        <dt>To</dt><dd>${mail.to}</dd>
        <dt>From</dt><dd>${mail.from}</dd>
        <dt>Replies go to</dt><dd>${mail.replyTo}</dd>
        <dt>Received</dt><dd>${when(mail.at)} UTC</dd>
      </dl>
      <iframe
        title="The mail as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${mail.html.replace("<head>", '<head><base target="_blank">')}"
      ></iframe>
      <h2>As text</h2>
      <pre>${mail.text}</pre>`,
  );

/** Starts the inbox. `port` 0 picks a free port; `now` returns Unix seconds. */
export const startInbox = async (file: string, port: number, now: () => number): Promise<Inbox> => {
  const db = openDatabase(file);
  db.exec(`
    create table if not exists mails (
      id integer primary key autoincrement, message_id text, at integer not null, recipient text not null,
      sender text not null, subject text not null, body text not null, html text not null,
      reply_to text not null default '')`);
  // An inbox from an earlier version doesn't have this column yet.
  if (db.prepare("select 1 from pragma_table_info('mails') where name = 'reply_to'").get() === undefined)
    db.exec("alter table mails add column reply_to text not null default ''");
  const read = (row: Record<string, unknown>): ReceivedMail => ({
    id: Number(row.id),
    at: Number(row.at),
    to: String(row.recipient),
    from: String(row.sender),
    replyTo: String(row.reply_to),
    subject: String(row.subject),
    text: String(row.body),
    html: String(row.html),
  });
  const all = (to: string | undefined): ReceivedMail[] =>
    db
      .prepare("select * from mails where recipient = coalesce(?, recipient) order by id desc limit 500")
      .all(to ?? null)
      .map(read);

  const drop = (id: string): void => {
    for (const { session, _socket } of server.connections) if (session.id === id) _socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onMailFrom: ({ address }, _session, done) => done(refusalOf(address)),
    onRcptTo: ({ address }, { id }, done) => (address.endsWith(`@${DROPPED}`) ? drop(id) : done(refusalOf(address))),
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (session.envelope.rcptTo.some(({ address }) => address.endsWith(`@${SPAM}`)))
          return done(Object.assign(new Error("5.7.1 Spam message rejected"), { responseCode: 554 }));
        void PostalMime.parse(Buffer.concat(parts)).then(
          (mail) => {
            const insert = db.prepare(
              `insert into mails (message_id, at, recipient, sender, reply_to, subject, body, html)
               values (?, ?, ?, ?, ?, ?, ?, ?)`,
            );
            const [reply] = mail.replyTo ?? [];
            for (const { address } of session.envelope.rcptTo) {
              const values = [mail.subject ?? "(no subject)", mail.text ?? "", mail.html ?? ""] as const;
              insert.run(
                mail.messageId ?? null,
                now() * 1_000,
                address,
                senderOf(mail.from),
                senderOf(reply),
                ...values,
              );
            }
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;

  const routes = new Hono();
  routes.get("/inbox", (c: Context) => {
    const mails = all(c.req.query("to"));
    return c.req.header("accept")?.includes("text/html") ? c.html(list(mails)) : c.json(mails);
  });
  routes.get("/inbox/:id{[0-9]+}", (c) => {
    const row = db.prepare("select * from mails where id = ?").get(Number(c.req.param("id")));
    return row === undefined
      ? c.html(sandboxDocument("No such mail", html`<h1>No such mail</h1>`), 404)
      : c.html(one(read(row)));
  });
  return {
    smtpUrl: `smtp://127.0.0.1:${taken}`,
    routes,
    stop: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      db.close();
    },
  };
};
