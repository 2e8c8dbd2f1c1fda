import { type RecordedEvent, captchaPassExpiry, message } from "@backlot/domain";
import { CaptchaUnavailable, ContactTaken, CurrentCaller, MailingListUnavailable, transactional } from "@backlot/ports";
import * as Effect from "effect/Effect";
import { describe, expect, it } from "vitest";
import { UNKNOWN_VISITOR, anonymous } from "../src/caller.ts";
import { publishArticle } from "../src/engagement/articles.ts";
import { newsletter } from "../src/engagement/newsletter.ts";
import { setNotification } from "../src/engagement/set-notification.ts";
import { recordEvent, recordPurchase } from "../src/record-event.ts";
import { type Allowed, NOW, gives, nothing, storeWith } from "./services.ts";
import { account, minutesLater, order } from "./values.ts";

const ADDRESS = "203.0.113.7";
const visitor = (fingerprint: string | null = null) =>
  Effect.provideService(CurrentCaller, anonymous({ ...UNKNOWN_VISITOR, address: ADDRESS, fingerprint }));

const FORM = { email: " ada@example.com", firstName: " Ada ", lastName: "Lens" };

describe("the newsletter", () => {
  const create = async (more: Allowed & { readonly address?: string | null; readonly form?: typeof FORM }) => {
    const { address = ADDRESS, form = FORM, ...allowed } = more;
    const store = storeWith({
      links: {
        captcha: { open: () => (address === null ? null : { address, expires_at: NOW }) },
        contact: { sign: ({ contact_id }) => `signed:${contact_id}` },
      },
      newsletter: { list: { createContact: gives("7") } },
      rateLimits: { take: gives(true) },
      ...allowed,
    });
    const work = newsletter.createContact({ payload: { contact: form, pass: "pass" } } as never).pipe(visitor());
    return { result: await store.run(Effect.result(work)), store };
  };

  it("NWS-01 takes no contact without a pass of the same address, and no try for one", async () => {
    for (const address of [null, "203.0.113.9"]) {
      const { result, store } = await create({ address });
      expect(result).toMatchObject({ failure: { _tag: "forbidden", message: message("captcha_first") } });
      expect(store.effects()).toEqual([]);
    }
  });

  it("NWS-01 names each wrong field before a try is taken, and limits the contacts of one pass", async () => {
    const { result, store } = await create({ form: { email: "ada@", firstName: "", lastName: " " } });
    expect(result).toMatchObject({
      failure: {
        issues: [
          { path: "payload.contact.firstName" },
          { path: "payload.contact.lastName" },
          { path: "payload.contact.email" },
        ],
      },
    });
    expect(store.argsOf("rateLimits.take")).toEqual([]);
    const limited = await create({ rateLimits: { take: gives(false) } });
    expect(limited.result).toMatchObject({ failure: { _tag: "too_many_attempts" } });
    expect(limited.store.argsOf("newsletter.list.createContact")).toEqual([]);
    expect(limited.store.argsOf("rateLimits.take")).toMatchObject([[{ name: "newsletter" }, `contact:${ADDRESS}`]]);
  });

  it("NWS-01 sends a trimmed contact, says that one is known, and words an outage", async () => {
    const made = await create({});
    expect(made.result).toMatchObject({ success: { contact: { id: "signed:7" } } });
    expect(made.store.argsOf("newsletter.list.createContact")).toEqual([
      [{ email: "ada@example.com", firstName: "Ada", lastName: "Lens" }],
    ]);
    const refusing = (failure: ContactTaken | MailingListUnavailable) =>
      create({ newsletter: { list: { createContact: () => Effect.fail(failure) } } });
    const taken = await refusing(new ContactTaken());
    expect(taken.result).toMatchObject({ success: { errors: [{ code: "duplicate" }] } });
    const away = await refusing(new MailingListUnavailable({ cause: "down" }));
    expect(away.result).toMatchObject({
      failure: { _tag: "provider_unreachable", message: message("newsletter_failed") },
    });
  });

  const validate = async (allowed: Allowed) => {
    const store = storeWith({ links: { captcha: { sign: () => "pass" } }, ...allowed });
    const work = newsletter.validateCaptcha({ payload: { recaptchaToken: "token" } } as never).pipe(visitor());
    return { result: await store.run(Effect.result(work)), store };
  };

  it("NWS-01 takes a try before it asks for a captcha, and binds the pass to the visitor's address", async () => {
    const take = (left: boolean): Allowed => ({ rateLimits: { take: gives(left) } });
    const verify = gives({ _tag: "passed" } as const);
    const passed = await validate({ ...take(true), newsletter: { captcha: { verify } } });
    expect(passed.result).toMatchObject({ success: { success: true, pass: "pass" } });
    const asking = ["rateLimits.take", "newsletter.captcha.verify"];
    expect(passed.store.order(...asking)).toEqual(asking);
    expect(passed.store.argsOf("links.captcha.sign")).toEqual([
      [{ address: ADDRESS, expires_at: captchaPassExpiry(NOW) }],
    ]);
    const limited = await validate({ ...take(false), newsletter: {} });
    expect(limited.result).toMatchObject({ failure: { _tag: "too_many_attempts" } });
  });

  it("NWS-01 gives no pass for a captcha that was refused or not judged, and without the service nothing", async () => {
    const rateLimits = { take: gives(true) };
    const refused = gives({ _tag: "refused", codes: ["timeout-or-duplicate"] } as const);
    const away = () => Effect.fail(new CaptchaUnavailable({ cause: "down" }));
    expect((await validate({ rateLimits, newsletter: { captcha: { verify: refused } } })).result).toMatchObject({
      success: { success: false, pass: null, message: expect.stringContaining("already used") },
    });
    expect((await validate({ rateLimits, newsletter: { captcha: { verify: away } } })).result).toMatchObject({
      failure: { message: message("captcha_unreachable") },
    });
    const none = await validate({ newsletter: null });
    expect(none.result).toMatchObject({ failure: { _tag: "not_found" } });
  });

  it("NWS-01 subscribes only a contact that was made here, whatever number is sent", async () => {
    const add = async (isOurs: boolean) => {
      const store = storeWith({
        links: { contact: { open: () => (isOurs ? { contact_id: "7", expires_at: NOW } : null) } },
        newsletter: { list: { subscribe: nothing } },
      });
      const payload = { contactList: { contact: "1", list: "99", status: 1 } };
      const work = newsletter.addContactToList({ payload } as never).pipe(visitor());
      await store.run(Effect.result(work));
      return store.argsOf("newsletter.list.subscribe");
    };
    expect(await add(false)).toEqual([]);
    expect(await add(true)).toEqual([["7"]]);
  });
});

describe("a recorded event", () => {
  const EVENT = { _tag: "download", variant_id: 7 } as const;
  const queue = () => {
    const queued: Effect.Effect<RecordedEvent | null>[] = [];
    const record = (event: Effect.Effect<RecordedEvent | null>) => Effect.sync(() => void queued.push(event));
    return { queued, analytics: { record } };
  };
  const person = { id: "ada", email: "", first_name: "", last_name: "", created_at: NOW };
  const signedIn = Effect.provideService(CurrentCaller, {
    _tag: "SignedIn",
    person,
    token: null,
    session: "session",
    scopes: null,
    visitor: { ...UNKNOWN_VISITOR, fingerprint: "browser" },
  });

  it("ANL-01 needs a service and a visitor who consents", async () => {
    const { queued, analytics } = queue();
    const store = storeWith({ analytics });
    expect(await store.run(recordEvent(EVENT).pipe(visitor()))).toBe(false);
    expect(queued).toEqual([]);
    expect(await store.run(recordEvent(EVENT).pipe(visitor("browser")))).toBe(true);
    expect(queued).toHaveLength(1);
    expect(await storeWith({ analytics: null }).run(recordEvent(EVENT).pipe(visitor("browser")))).toBe(false);
  });

  it("ANL-03 asks nothing of the database before its turn comes, and then reads who is signed in", async () => {
    const { queued, analytics } = queue();
    const overview = {
      account: account(),
      profile: null,
      lots: [],
      running: null,
      pending_order: null,
      dispute_open: false,
      account_credit: [],
      carried: [],
    };
    const store = storeWith({ analytics, repositories: { overviews: { get: gives(overview) } } });
    await store.run(recordEvent(EVENT).pipe(signedIn));
    expect(store.effects()).toEqual(["analytics.record"]);
    const event = await Effect.runPromise(queued[0] ?? Effect.succeed(null));
    expect(event).toMatchObject({ event: EVENT, timestamp: NOW, user: { user_type: "free" } });
    expect(store.argsOf("overviews.get")).toEqual([["ada"]]);
  });

  it("ANL-02 of a purchase has its order's id and time, and there is none of an order that is not paid", async () => {
    const recorded = async (known: ReturnType<typeof order>) => {
      const { queued, analytics } = queue();
      const store = storeWith({ analytics, repositories: { orders: { get: gives(known) } } });
      await store.run(recordPurchase((orders) => orders.get("order")).pipe(visitor("browser")));
      expect(store.effects()).toEqual(["analytics.record"]);
      return await Effect.runPromise(queued[0] ?? Effect.die("nothing was queued"));
    };
    const at = minutesLater(-5);
    expect(await recorded(order({ status: { _tag: "paid", at } }))).toMatchObject({
      id: "purchase:order",
      timestamp: at,
    });
    expect(await recorded(order())).toBeNull();
  });
});

describe("what staff publish", () => {
  const ARTICLE = { kind: "post", slug: "smoke", title: "Smoke", description: "Of fire", source: "*Hi*" } as const;
  const published = async (cover: string | null, more: Allowed = {}) => {
    const { repositories, ...others } = more;
    const store = storeWith({
      markup: { ofMarkdown: () => ({ html: "<p>Hi</p>", unusable: [] }) },
      ...others,
      repositories: {
        articles: { find: gives(null), put: (made) => Effect.succeed({ ...made, id: 1 } as never) },
        collections: { bySlug: gives({ listed: false } as never) },
        ...repositories,
      },
    });
    const work = publishArticle({ ...ARTICLE, category: "tutorials", cover });
    return { result: await store.run(Effect.result(work)), store };
  };

  it("SHL-03 gets no new picture of a collection that left the shop, and keeps the one that it had", async () => {
    const refused = await published("fire");
    expect(refused.result).toMatchObject({ failure: { issues: [{ path: "payload.cover" }] } });
    expect(refused.store.argsOf("articles.put")).toEqual([]);
    const kept = await published("fire", {
      repositories: {
        articles: {
          find: gives({ cover: "fire" } as never),
          put: (made) => Effect.succeed({ ...made, id: 1 } as never),
        },
      },
    });
    expect(kept.store.argsOf("articles.put")).toMatchObject([
      [{ cover: "fire", body: "<p>Hi</p>", source: "*Hi*", published_at: NOW }],
    ]);
  });

  it("SHL-03 is refused with addresses that a page can't show", async () => {
    const ofMarkdown = () => ({ html: "", unusable: ["javascript:alert(1)"] });
    const { result, store } = await published(null, { markup: { ofMarkdown } });
    expect(result).toMatchObject({ failure: { issues: [{ path: "payload.source" }] } });
    expect(store.argsOf("articles.put")).toEqual([]);
  });

  it("SHL-05 CLI-03 a notification is stored and returned sanitized, and not if it would end in the past", async () => {
    const shown = (ends_at: typeof NOW) => {
      const store = storeWith({
        markup: { clean: (html) => html.replace("<script>", "") },
        repositories: { notifications: { put: nothing } },
      });
      const asked = { notification_type: "global-info", body: "<script>Hi", ends_at } as never;
      return store.run(Effect.result(setNotification(asked).pipe(transactional))).then((result) => ({ result, store }));
    };
    const { result, store } = await shown(minutesLater(1));
    expect(result).toMatchObject({ success: { body: "Hi" } });
    expect(store.argsOf("notifications.put")).toMatchObject([[{ body: "Hi" }]]);
    const late = await shown(NOW);
    expect(late.result).toMatchObject({ failure: { issues: [{ path: "payload.ends_at" }] } });
    expect(late.store.argsOf("notifications.put")).toEqual([]);
  });
});
