import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, BY_STAFF_QUERY, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { Repositories, transactional } from "@backlot/ports";
import { useFreshStore } from "@backlot/testing/store";
import { runIn } from "@backlot/testing/ports";
import { sendOutbox } from "@backlot/application";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';

describe.each(scenarioDatabases)("the store's name and look on $kind", (databases) => {
  const suite = useFreshStore(databases, () => ({ SUPPORT_EMAIL: "help@nordlys.example" }));
  const staff = (method: string, path: string, payload?: object) =>
    new TestClient(suite.store.app).call(method, `/api/support/shop${path}`, payload, { authorization: SUPPORT_KEY });
  const base64 = (text: string) => Buffer.from(text).toString("base64");

  it("is that of a new store until its owner sets it, and can be set back", async () => {
    const first = (await staff("GET", "")).body.data;
    expect(first).toMatchObject({ name: "Backlot", accent: null, logos: { light: null, dark: null, icon: null } });
    const set = await staff("PUT", "", { name: "Nordlys & Sønn", accent: "#0b5fff", ...BY_STAFF });
    expect(set.body.data).toMatchObject({
      name: "Nordlys & Sønn",
      title: "Nordlys & Sønn: visual-effects elements, practice footage, and 3D assets",
      accent: "#0b5fff",
    });
    await staff("PUT", "", { slogan: "Light for every shot.", ...BY_STAFF });
    const settings = (await new TestClient(suite.store.app).get("/api/settings")).body.data;
    expect(settings.shop).toMatchObject({ name: "Nordlys & Sønn", slogan: "Light for every shot." });
    await staff("PUT", "", { name: null, accent: null, slogan: null, ...BY_STAFF });
    expect((await staff("GET", "")).body.data).toEqual(first);
  });

  it("keeps both of two changes at once", async () => {
    const change = (fields: object) => staff("PUT", "", { ...fields, ...BY_STAFF });
    await Promise.all([change({ name: "Nordlys" }), change({ slogan: "Light for every shot." })]);
    expect((await staff("GET", "")).body.data).toMatchObject({ name: "Nordlys", slogan: "Light for every shot." });
    await change({ name: null, slogan: null });
  });

  it("rejects a two-line name, an invalid color, and a file that isn't an image, and names the field", async () => {
    for (const [field, value] of Object.entries({ name: "Two\nlines", accent: "blue", title: "", slogan: " x" })) {
      const { status, body } = await staff("PUT", "", { [field]: value, ...BY_STAFF });
      expect([status, body.error.issues[0].path], field).toEqual([400, `payload.${field}`]);
    }
    const text = await staff("PUT", "/logos/light", { data: base64("plain text"), ...BY_STAFF });
    expect([text.status, text.body.error.message]).toEqual([400, "Use a PNG, WebP, or SVG file."]);
    const large = await staff("PUT", "/logos/light", { data: base64(SVG.padEnd(70_100)), ...BY_STAFF });
    expect([large.status, JSON.stringify(large.body.error.issues)]).toEqual([400, expect.stringContaining("70 kB")]);
  });

  it("states the seller and the contacts that its owner sets, and refuses addresses that can't be", async () => {
    const set = await staff("PUT", "", {
      ...{ support_email: "us@nordlys.example", seller_name: "Nordlys AS", seller_address: ["2 Elm Road", "Oslo"] },
      ...{ seller_tax_id: "NO 1", discord: "https://discord.gg/nordlys", ...BY_STAFF },
    });
    expect(set.body.data).toMatchObject({
      contact: { support_email: "us@nordlys.example", discord: "https://discord.gg/nordlys", jobs: null },
      seller: { name: "Nordlys AS", address: ["2 Elm Road", "Oslo"], tax_id: "NO 1" },
    });
    expect(suite.store.ports.settings.shop.supportEmail()).toBe("us@nordlys.example");
    // A seller may be a private person, whom only receipts name.
    const anyone = await new TestClient(suite.store.app).get("/api/settings");
    expect(anyone.body.data.shop.contact).toMatchObject({ support_email: "us@nordlys.example" });
    for (const secret of ["Nordlys AS", "Elm Road", "NO 1", "seller"])
      expect(JSON.stringify(anyone.body)).not.toContain(secret);
    const wrong = { support_email: "us", discord: "javascript:alert(1)", seller_address: [], seller_tax_id: "a\nb" };
    for (const [field, value] of Object.entries(wrong)) {
      const { status, body } = await staff("PUT", "", { [field]: value, ...BY_STAFF });
      expect([status, body.error.issues[0].path], field).toEqual([400, `payload.${field}`]);
    }
    const reset = Object.fromEntries(Object.keys(wrong).map((field) => [field, null]));
    const back = await staff("PUT", "", { ...reset, seller_name: null, ...BY_STAFF });
    expect(back.body.data).toMatchObject({
      contact: { support_email: "help@nordlys.example", discord: null },
      seller: { name: null, address: [], tax_id: null },
    });
  });

  it("serves a logo at a versioned URL, and blocks scripts in an SVG", async () => {
    const set = await staff("PUT", "/logos/light", { data: base64(SVG), ...BY_STAFF });
    const { light } = set.body.data.logos;
    const served = await suite.store.app.request(light);
    expect([served.status, await served.text()]).toEqual([200, SVG]);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    const again = await staff("PUT", "/logos/light", { data: base64(`${SVG} `), ...BY_STAFF });
    expect(again.body.data.logos.light).not.toBe(light);
    expect((await suite.store.app.request(light)).headers.get("cache-control")).toBe("no-cache");
    expect((await staff("DELETE", `/logos/light${BY_STAFF_QUERY}`)).status).toBe(204);
    expect((await suite.store.app.request(light)).status).toBe(404);
    expect((await staff("DELETE", `/logos/light${BY_STAFF_QUERY}`)).status).toBe(404);
    expect((await suite.store.app.request("/shop/logo/huge")).status).toBe(404);
    await staff("PUT", "/logos/icon", { data: base64(SVG), ...BY_STAFF });
    const icon = await suite.store.app.request("/favicon.ico");
    expect([icon.headers.get("content-type"), await icon.text()]).toEqual(["image/svg+xml", SVG]);
    await staff("DELETE", `/logos/icon${BY_STAFF_QUERY}`);
    expect((await suite.store.app.request("/favicon.ico")).status).toBe(404);
  });

  it("is in emails as their name, color, and sender, even if another process set it", async () => {
    const { body } = await new TestClient(suite.store.app).signUp();
    const own = { name: "Nordlys & Sønn", accent: "#0b5fff", support_email: "post@nordlys.example" };
    // As from another process: this one isn't notified.
    const set = Repositories.use(({ shop }) => shop.change(own));
    await runIn(suite.store.ports, set.pipe(transactional));
    await runIn(suite.store.ports, sendOutbox);
    const answer = await fetch(`${suite.sandbox.url}/inbox?to=${encodeURIComponent(body.data.user.email)}`);
    const [mail] = (await answer.json()) as readonly Readonly<Record<"from" | "replyTo" | "text" | "html", string>>[];
    expect(mail?.from).toContain("Nordlys & Sønn");
    expect(mail?.replyTo).toBe("post@nordlys.example");
    expect(mail?.text).toContain("welcome to Nordlys & Sønn.");
    expect(mail?.html).toContain("background:#0b5fff;color:#ffffff");
    expect(mail?.html).toContain("Nordlys &amp; Sønn</p>");
    expect(JSON.stringify(mail).toLowerCase()).not.toContain("backlot");
  });

  it("CLI-03 the command shows and sets it", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const logo = join(await mkdtemp(join(tmpdir(), "backlot-logo-")), "logo.svg");
    await writeFile(logo, SVG);
    try {
      expect((await run(SUPPORT_KEY, "shop", "set", ...WHY)).err).toContain(
        "Nothing to set. Pass at least one of --name, --title",
      );
      const set = await run(SUPPORT_KEY, "shop", "set", "--name", "Nordlys", "--accent", "#0B5FFF", ...WHY);
      expect([set.code, set.err, set.out]).toEqual([0, "", expect.stringContaining("Nordlys")]);
      expect(set.out).toContain("#0b5fff, with text in #ffffff");
      expect((await run(SUPPORT_KEY, "shop", "logo", logo, "--on", "icon", ...WHY)).out).toMatch(/Logos: icon/);
      expect((await run(SUPPORT_KEY, "shop", "remove-logo", "--on", "icon", ...WHY)).out).toContain(
        "none (pages show the name)",
      );
      const seller = ["--seller-address", "2 Elm Road; Oslo", "--support-email", "us@nordlys.example"];
      const sold = (await run(SUPPORT_KEY, "shop", "set", ...seller, ...WHY)).out;
      expect(sold).toContain(
        "Seller: Nordlys (the store's name), 2 Elm Road, Oslo, no tax ID\nSupport: us@nordlys.example",
      );
      for (const [option, text] of [
        ["--support-email", "us"],
        ["--discord", "javascript:x"],
        ["--seller-address", ";"],
      ])
        expect((await run(SUPPORT_KEY, "shop", "set", option ?? "", text ?? "", ...WHY)).err).toContain(`${option} `);
      const unset = ["--seller-address", "default", "--support-email", "default"];
      const back = await run(SUPPORT_KEY, "shop", "set", "--name", "default", ...unset, ...WHY);
      expect(back.out).toMatch(/Name: Backlot/);
      const { out } = await run(SUPPORT_KEY, "audit", "list", "--json");
      expect(JSON.parse(out).map(({ change }: { change: object }) => change)).toEqual([
        { kind: "put_shop", fields: ["name", "support_email", "seller_address"] },
        { kind: "put_shop", fields: ["support_email", "seller_address"] },
        { kind: "remove_logo", logo: "icon" },
        { kind: "put_logo", logo: "icon" },
        { kind: "put_shop", fields: ["name", "accent"] },
      ]);
    } finally {
      close();
    }
  });
});
