import { CAPTCHA_PASS_MINUTES, RATE_LIMITS, epochMs, instant, message } from "@backlot/domain";
import { contentSecurityPolicy } from "@backlot/api/security";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { contactAt, solveCaptcha } from "@backlot/testing/newsletter";
import { newsletterEnvironment } from "@backlot/testing/sandbox";
import { openTestStore, useFreshStore, useTestStore } from "@backlot/testing/store";
import { describe, expect, it } from "vitest";

describe("the newsletter", () => {
  const plain = useTestStore(plainDatabase);
  // Each test can use up the attempts of its address.
  const suite = useFreshStore(plainDatabase, newsletterEnvironment);

  const visitor = () => new TestClient(suite.store.app);
  const ada = () => ({ email: `${crypto.randomUUID()}@example.com`, firstName: " Ada ", lastName: "Lens" });
  const passed = async (client = visitor()): Promise<string> => {
    const recaptchaToken = await solveCaptcha(suite.sandbox.url);
    return (await client.post("/api/validate_captcha", { recaptchaToken })).body.pass;
  };

  it("NWS-01 a visitor who passes the captcha becomes a contact, and then a subscriber of the list", async () => {
    const client = visitor();
    const contact = ada();
    const made = await client.post("/api/active-campaign/create-contact", { contact, pass: await passed(client) });
    expect(made).toMatchObject({ status: 200, body: { contact: { id: expect.any(String) } } });
    expect(await contactAt(suite.sandbox.url, contact.email)).toMatchObject({ firstName: "Ada", lists: [] });
    const contactList = { contact: made.body.contact.id, list: "99", status: 1 };
    const added = await client.post("/api/active-campaign/add-contact-to-list", { contactList });
    expect(added.status).toBe(200);
    // The list is the store's, whatever the browser sends.
    expect(await contactAt(suite.sandbox.url, contact.email)).toMatchObject({ lists: [{ list: "7", status: 1 }] });
    const again = await client.post("/api/active-campaign/create-contact", { contact, pass: await passed(client) });
    expect(again).toMatchObject({ status: 200, body: { errors: [{ code: "duplicate" }] } });
  });

  it("NWS-01 a captcha is good once, and nobody becomes a contact without it, by another's, or later", async () => {
    const recaptchaToken = await solveCaptcha(suite.sandbox.url);
    const judge = () => visitor().post("/api/validate_captcha", { recaptchaToken });
    expect((await judge()).body).toMatchObject({ success: true, message: "", pass: expect.any(String) });
    expect((await judge()).body).toEqual({
      success: false,
      message: "the check expired or was already used. Check the box again",
      pass: null,
    });
    const contact = ada();
    const create = (pass: string) => visitor().post("/api/active-campaign/create-contact", { contact, pass });
    const refused = { status: 403, body: { error: { message: message("captcha_first") } } };
    expect(await create("made.up")).toMatchObject(refused);
    const { links } = suite.store.ports;
    const expires_at = instant(epochMs(suite.store.clock.now()) + 60_000);
    expect(await create(links.captcha.sign({ address: "203.0.113.9", expires_at }))).toMatchObject(refused);
    const pass = await passed();
    const before = suite.store.clock.now();
    suite.store.clock.set(instant(epochMs(before) + CAPTCHA_PASS_MINUTES * 60_000));
    expect(await create(pass)).toMatchObject(refused);
    suite.store.clock.set(before);
    expect((await create(pass)).status).toBe(200);
    // A pass is not a contact, and the store does not accept the service's own numbers.
    for (const named of [pass, "1"]) {
      const contactList = { contact: named, status: 1 };
      expect(await visitor().post("/api/active-campaign/add-contact-to-list", { contactList })).toMatchObject(refused);
    }
  });

  it("NWS-01 names what is wrong with a form, and asks nobody for more than some captchas", async () => {
    const wrong = { email: "ada@", firstName: "", lastName: " " };
    const answer = await visitor().post("/api/active-campaign/create-contact", {
      contact: wrong,
      pass: await passed(),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.issues.map(({ path }: { path: string }) => path)).toEqual([
      "payload.contact.firstName",
      "payload.contact.lastName",
      "payload.contact.email",
    ]);
    // One pass creates no more contacts than the captcha limit allows.
    const pass = await passed();
    const made = await Promise.all(
      Array.from({ length: 30 }, () => visitor().post("/api/active-campaign/create-contact", { contact: ada(), pass })),
    );
    expect(made.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(RATE_LIMITS.newsletter.attempts);
    expect(made.filter(({ body }) => body.error?.code === "too_many_attempts").length).toBeGreaterThanOrEqual(10);
    const tried = await Promise.all(
      Array.from({ length: 30 }, () => visitor().post("/api/validate_captcha", { recaptchaToken: "x" })),
    );
    expect(tried.filter(({ body }) => body.error?.code === "too_many_attempts").length).toBeGreaterThanOrEqual(10);
  });

  it("NWS-01 a page's policy lets the captcha in where there is one, and nobody else", () => {
    const policy = (more: object) => contentSecurityPolicy({ ...plain.store.config, ...more }, []);
    expect(policy({ newsletter: null })).not.toContain("recaptcha");
    const live = { ...suite.store.config.newsletter, captchaUrl: undefined };
    const sold = { ...suite.store.config.stripe, baseUrl: undefined };
    const lets = policy({ newsletter: live, stripe: sold });
    expect(lets).toMatch(/script-src [^;]*https:\/\/www\.gstatic\.com\/recaptcha\/;/);
    expect(lets).toMatch(/frame-src [^;]*https:\/\/www\.google\.com\/recaptcha\//);
    expect(policy({ newsletter: suite.store.config.newsletter, stripe: sold })).toContain(suite.sandbox.url);
  });

  it("NWS-01 a store without keys has no newsletter, and a service that is away is told as that", async () => {
    const asks = [
      ["/api/validate_captcha", { recaptchaToken: "x" }],
      ["/api/active-campaign/create-contact", { contact: ada(), pass: "x" }],
      ["/api/active-campaign/add-contact-to-list", { contactList: { contact: "x", status: 1 } }],
    ] as const;
    for (const [path, body] of asks) expect((await new TestClient(plain.store.app).post(path, body)).status).toBe(404);
    const away = { ...newsletterEnvironment(suite.sandbox.url), RECAPTCHA_BASE_URL: "http://127.0.0.1:1" };
    const other = await openTestStore(plainDatabase, suite.sandbox, away);
    const asked = await new TestClient(other.app).post("/api/validate_captcha", { recaptchaToken: "x" });
    expect(asked).toMatchObject({
      status: 503,
      body: { error: { code: "provider_unreachable", message: message("captcha_unreachable") } },
    });
    await other.close();
  });
});
