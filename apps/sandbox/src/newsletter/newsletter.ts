import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";
import { openDatabase } from "../database.ts";

/** The lifetime of a solved captcha, in milliseconds. */
const TOKEN_MS = 120_000;

const widget = new URL("../../public/recaptcha-standin.js", import.meta.url);

/** Stand-ins for reCAPTCHA and ActiveCampaign. */
interface NewsletterSandbox {
  readonly routes: Hono;
  readonly close: () => void;
}

const openContacts = (file: string): DatabaseSync => {
  const db = openDatabase(file);
  db.exec(`
    create table if not exists contacts (
      id integer primary key autoincrement, email text not null unique collate nocase, first_name text, last_name text);
    create table if not exists contact_lists (
      contact integer not null, list text not null, status integer not null, primary key (contact, list))`);
  return db;
};

const FOR_ALL = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" } as const;

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/**
 * Creates stand-ins for reCAPTCHA, which anyone passes by checking a box, and for one ActiveCampaign account's contacts
 * and lists. As with reCAPTCHA, a token works once, within two minutes.
 */
export const makeNewsletter = (file: string): NewsletterSandbox => {
  let opened: DatabaseSync | undefined;
  // Open the database lazily, because most sandboxes never have a contact.
  const db = (): DatabaseSync => {
    opened ??= openContacts(file);
    return opened;
  };
  const given = new Map<string, number>();
  const routes = new Hono();

  routes.get("/recaptcha/api.js", (c) =>
    c.body(readFileSync(widget, "utf8"), 200, { "content-type": "text/javascript; charset=utf-8", ...FOR_ALL }),
  );
  routes.post("/recaptcha/token", (c) => {
    const token = randomUUID();
    given.set(token, Date.now());
    return c.json({ token }, 200, FOR_ALL);
  });
  routes.post("/recaptcha/api/siteverify", async (c) => {
    const { secret, response } = await c.req.parseBody();
    const refused = (code: string) => c.json({ success: false, "error-codes": [code] });
    if (!isText(secret)) return refused("missing-input-secret");
    if (!secret.startsWith("6L")) return refused("invalid-input-secret");
    if (!isText(response)) return refused("missing-input-response");
    const since = given.get(response);
    if (since === undefined) return refused("invalid-input-response");
    // A token works only once. 0 makes it too old for the next check.
    given.set(response, 0);
    if (Date.now() - since > TOKEN_MS) return refused("timeout-or-duplicate");
    const challenge_ts = new Date(since).toISOString().replace(/\.\d+/, "");
    return c.json({ success: true, challenge_ts, hostname: "127.0.0.1" });
  });

  routes.use("/api/3/*", async (c, next) =>
    isText(c.req.header("api-token")) ? next() : c.json({ message: "You are not allowed to access this." }, 403),
  );
  routes.get("/api/3/contacts", (c) => {
    const contacts = db().prepare("select * from contacts where email = coalesce(?, email) order by id");
    const lists = db().prepare("select list, status from contact_lists where contact = ?");
    return c.json({
      contacts: contacts.all(c.req.query("email") ?? null).map((row) => ({
        id: String(row.id),
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        contactLists: lists.all(Number(row.id)),
      })),
    });
  });
  routes.post("/api/3/contacts", async (c) => {
    const { contact } = (await c.req.json()) as { contact?: Readonly<Record<string, string>> };
    if (!isText(contact?.email))
      return c.json({ errors: [{ title: "Contact Email Address is not valid.", code: "email_invalid" }] }, 422);
    const existingContact = db().prepare("select id from contacts where email = ?").get(contact.email);
    if (existingContact !== undefined)
      return c.json(
        { errors: [{ title: "Email address already exists in the system", code: "duplicate", source: {} }] },
        422,
      );
    const insertion = db()
      .prepare("insert into contacts (email, first_name, last_name) values (?, ?, ?)")
      .run(contact.email, contact.firstName ?? "", contact.lastName ?? "");
    return c.json({ fieldValues: [], contact: { ...contact, id: String(insertion.lastInsertRowid) } }, 201);
  });
  routes.post("/api/3/contactLists", async (c) => {
    const { contactList } = (await c.req.json()) as { contactList?: Readonly<Record<string, unknown>> };
    const contact = Number(contactList?.contact);
    if (
      db()
        .prepare("select id from contacts where id = ?")
        .get(Number.isInteger(contact) ? contact : 0) === undefined
    )
      return c.json({ errors: [{ title: "Subscriber does not exist", code: "related_missing" }] }, 422);
    const list = String(contactList?.list);
    db()
      .prepare(
        "insert into contact_lists (contact, list, status) values (?, ?, ?) " +
          "on conflict do update set status = excluded.status",
      )
      .run(contact, list, Number(contactList?.status));
    return c.json({ contacts: [], contactList: { contact: String(contact), list, status: contactList?.status } }, 201);
  });
  return { routes, close: () => opened?.close() };
};
