import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { epochMs, instant } from "@backlot/domain";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { BY_STAFF, SUPPORT_KEY } from "@backlot/testing/sandbox";
import { useFreshStore } from "@backlot/testing/store";
import { WHY, openSupportCommand } from "@backlot/testing/support-command";
import { describe, expect, it } from "vitest";

describe.each(scenarioDatabases)("the legal texts on $kind", (databases) => {
  const suite = useFreshStore(databases);
  const staff = (method: string, path: string, payload?: object) =>
    new TestClient(suite.store.app).call(method, `/api/support/legal${path}`, payload, { authorization: SUPPORT_KEY });
  const text = async (query = "", slug = "terms-of-service") =>
    (await new TestClient(suite.store.app).get(`/api/legal/${slug}${query}`)).body;
  const publish = (source: string, slug = "terms-of-service") =>
    staff("PUT", "", { slug, title: "Our terms", description: "What we agree on.", source, ...BY_STAFF });
  const later = (minutes: number) => {
    const { clock } = suite.store;
    clock.set(instant(epochMs(clock.now()) + minutes * 60_000));
    return clock.now();
  };

  it("ship with the store's name and limits, until the owner publishes their own", async () => {
    await new TestClient(suite.store.app).call(
      "PUT",
      "/api/support/shop",
      { name: "Nordlys", ...BY_STAFF },
      { authorization: SUPPORT_KEY },
    );
    const shipped = (await text()).data;
    expect(shipped).toMatchObject({ version: "2026-11", published_at: null, is_current: true, versions: [] });
    expect(shipped.body).toContain("These terms apply when you use Nordlys.");
    expect(shipped.body).toContain("includes 10 downloads a day, and paid plans include 20.");
    for (const slug of ["privacy-policy", "license"]) {
      const { data } = await text("", slug);
      expect(JSON.stringify(data)).not.toContain("Backlot");
      expect(data.body).toContain("<h2>");
    }
    expect((await new TestClient(suite.store.app).get("/api/legal/imprint")).status).toBe(400);
  });

  it("keep each version, so that customers can read the one they agreed to", async () => {
    const before = suite.store.clock.now();
    later(5);
    const first = (await publish("The **first** terms.")).body.data;
    expect(first.version).toBe("2027-01-05");
    const between = later(5);
    later(5);
    const second = (await publish("The second terms.")).body.data;
    expect(second.version).toBe("2027-01-05-2");
    expect((await text()).data).toMatchObject({
      title: "Our terms",
      body: "<p>The second terms.</p>",
      version: "2027-01-05-2",
      is_current: true,
      versions: [{ version: "2027-01-05-2" }, { version: "2027-01-05" }],
    });
    const agreed = (await text(`?on=${encodeURIComponent(between)}`)).data;
    expect(agreed).toMatchObject({
      version: "2027-01-05",
      body: "<p>The <strong>first</strong> terms.</p>",
      is_current: false,
    });
    expect((await text("?version=2027-01-05")).data).toEqual(agreed);
    expect((await text(`?on=${encodeURIComponent(before)}`)).data.version).toBe("2026-11");
    expect((await text("?version=2027-01-06")).error.code).toBe("not_found");
  });

  it("refuse what pages can't show, and run no script", async () => {
    const bad = await publish("See [this](ftp://files.example).");
    expect([bad.status, bad.body.error.issues[0].path]).toEqual([400, "payload.source"]);
    const empty = await publish("  ");
    expect([empty.status, empty.body.error.issues[0].path]).toEqual([400, "payload.source"]);
    const script = (await publish("<script>alert(1)</script>")).status;
    expect([script, (await text()).data.body]).toEqual([200, expect.not.stringContaining("<script")]);
  });

  it("CLI-03 the command lists, shows, and publishes them", async () => {
    const { run, close } = await openSupportCommand(suite.store.app);
    const file = join(await mkdtemp(join(tmpdir(), "backlot-legal-")), "license.md");
    await writeFile(file, "## You may\n\nUse the files.\n");
    try {
      expect((await run(SUPPORT_KEY, "legal", "list")).out).toMatch(/^\/license +License agreement +2026-11/m);
      const published = await run(SUPPORT_KEY, "legal", "publish", "license", "--file", file, ...WHY);
      expect([published.code, published.err]).toEqual([0, ""]);
      expect(published.out).toContain("Version 2027-01-05 of /license is now in effect.");
      const shown = await run(SUPPORT_KEY, "legal", "show", "license");
      expect(shown.out).toBe("## You may\n\nUse the files.\n");
      expect(shown.err).toContain("version 2027-01-05: License agreement");
      const { out } = await run(SUPPORT_KEY, "audit", "list", "--json");
      expect(JSON.parse(out)[0].change).toEqual({ kind: "publish_legal", slug: "license", version: "2027-01-05" });
      expect((await run(SUPPORT_KEY, "legal", "show", "imprint")).code).not.toBe(0);
    } finally {
      close();
    }
  });
});
