import { verifyFile } from "@backlot/adapters-pdf";
import { TestClient } from "@backlot/testing/client";
import { scenarioDatabases } from "@backlot/testing/databases";
import { useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import * as Effect from "effect/Effect";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";

const PROFILE = {
  license_id: 1,
  first_name: "Łucja",
  last_name: "Lens",
  email: "a@b.co",
  address: "1 Mill St, London",
};

describe.each(scenarioDatabases)("license certificates on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);

  const textOf = async (pdf: Buffer): Promise<string> => {
    const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
    const { items } = await (await document.getPage(1)).getTextContent();
    return items
      .map((item) => ("str" in item ? item.str : ""))
      .join("")
      .replace(/\s+/g, "");
  };
  const anybody = () => new TestClient(suite.store.app);
  const statusOf = async (number: string): Promise<string> =>
    (await anybody().get(`/api/certificates/${number}`)).body.data.status;
  const licensed = async () => {
    const ada = await subscriber(131);
    await ada.client.post("/api/licensee_profiles", PROFILE);
    const issue = () => ada.client.post("/api/certificates", undefined);
    const fileOf = async (number: string): Promise<Buffer> =>
      Buffer.from((await ada.client.get(`/api/certificates/${number}/file`)).body.data.pdf, "base64");
    return { ...ada, issue, fileOf };
  };

  it("LIC-13 is issued once for what it states, however often it is asked for at once, and kept", async () => {
    const ada = await licensed();
    const answers = await Promise.all(Array.from({ length: 5 }, ada.issue));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const numbers = new Set(answers.map(({ body }) => body.data.number));
    expect(numbers.size).toBe(1);
    const [number = ""] = numbers;
    expect(number).toMatch(/^BC-[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const file = await ada.fileOf(number);
    expect((await ada.issue()).body.data.number).toBe(number);
    expect((await ada.fileOf(number)).equals(file)).toBe(true);
    const keys = (await anybody().get("/.well-known/license-certificates.json")).body.keys;
    expect(keys[0]).toMatchObject({ kty: "OKP", crv: "Ed25519", use: "sig" });
    expect(verifyFile(file, keys)).toEqual({ _tag: "signed", kid: keys[0].kid });
    const token = (await ada.me()).team.licensee_profile.token;
    const text = await textOf(file);
    for (const field of [number, token, "Łucja Lens", "1 Mill St, London", "Individual", "Version 2026-11", "Pro"])
      expect(text).toContain(field.replace(/\s+/g, ""));
    // Only the owner gets the file. Anyone who has the number sees the status.
    const stranger = anybody();
    await stranger.signUp();
    expect((await stranger.get(`/api/certificates/${number}/file`)).status).toBe(404);
    expect((await anybody().get(`/api/certificates/${number}/file`)).status).toBe(401);
    expect((await anybody().get(`/api/certificates/${number}`)).body.data).toMatchObject({
      number,
      status: "valid",
      license_token: token,
      licensee: "Łucja Lens",
      is_signed: null,
    });
    expect((await anybody().get("/api/certificates/BC-NONE")).status).toBe(404);
  });

  it("LIC-13 another one supersedes it once something else is stated", async () => {
    const ada = await licensed();
    const first = (await ada.issue()).body.data.number;
    await ada.client.post("/api/purchases/collection", { collection_id: 104 });
    const second = (await ada.issue()).body.data.number;
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual(["superseded", "valid"]);
    expect(await textOf(await ada.fileOf(second))).toContain("ForkedLightning");
    const listed = (await ada.client.get("/api/certificates")).body.data;
    expect(listed.map(({ number, status }: { number: string; status: string }) => [number, status])).toEqual([
      [second, "valid"],
      [first, "superseded"],
    ]);
  });

  it("LIC-13 survives the plan's end, and is revoked once its money is refunded", async () => {
    const ada = await licensed();
    const kept = (await ada.issue()).body.data.number;
    await ada.client.post("/api/subscriptions/cancel", {});
    await ada.time({ months: 1, days: 1 });
    await ada.deliverWebhooks();
    expect((await ada.me()).subscription).toBeNull();
    expect(await statusOf(kept)).toBe("valid");
    const eve = await licensed();
    const lost = (await eve.issue()).body.data.number;
    const [payment] = (await eve.ledgerSnapshot()).payments;
    await eve.refund(payment ?? { provider_reference: null });
    await eve.deliverWebhooks();
    expect(await statusOf(lost)).toBe("revoked");
    // No certificate is issued for a refunded license either.
    const dan = await subscriber(131, "4242424242424242", 2);
    await dan.client.post("/api/licensee_profiles", { ...PROFILE, license_id: 2, company_name: " Small Pictures " });
    expect((await dan.me()).team.licensee_profile.company_name).toBe("Small Pictures");
    expect((await dan.client.post("/api/certificates", undefined)).status).toBe(201);
    const [paid] = (await dan.ledgerSnapshot()).payments;
    await dan.refund(paid ?? { provider_reference: null });
    await dan.deliverWebhooks();
    expect((await dan.client.post("/api/certificates", undefined)).body.error.reason).toBe("license_not_paid");
    expect(await statusOf(kept)).toBe("valid");
  });

  it("LIC-13 needs a confirmed license; its html states the stored profile, whatever is sent", async () => {
    const client = anybody();
    await client.signUp();
    const html = (user: object) => client.post("/api/generate-license-certificate-html", { user });
    for (const refused of [await html({}), await client.post("/api/certificates", undefined)])
      expect(refused).toMatchObject({ status: 409, body: { error: { reason: "license_not_confirmed" } } });
    await client.post("/api/licensee_profiles", { ...PROFILE, first_name: "<b>Ada</b>" });
    const made = await html({ first_name: "Mallory", licensee_profile: { license_id: 6 } });
    expect(made.status).toBe(200);
    expect(made.body.html).toContain("&lt;b&gt;Ada&lt;/b&gt; Lens");
    expect(made.body.html).toContain("Free library items downloaded with this account");
    expect(made.body.html).not.toContain("Mallory");
  });

  it("LIC-13 shows whether the address that its code leads to was changed", async () => {
    const ada = await licensed();
    const { number } = (await ada.issue()).body.data;
    const stored = await Effect.runPromise(suite.store.ports.transactions.read.certificates.get(number));
    if (stored === null) throw new Error("no certificate");
    const url = new URL(suite.store.ports.certificates.address(stored.certificate));
    const signedOf = async (search: string) =>
      (await anybody().get(`/api/certificates/${number}${search}`)).body.data.is_signed;
    expect(await signedOf(url.search)).toBe(true);
    url.searchParams.set("c", Buffer.from('["x","y",6,"Mallory","now"]').toString("base64url"));
    expect(await signedOf(url.search)).toBe(false);
    expect(await signedOf("?c=AAAA")).toBe(false);
  });

  it("LIC-13 states no license that was not paid for, whatever its licensee says", async () => {
    const ada = await licensed();
    const raised = { ...PROFILE, license_id: 4, company_name: "Big Pictures" };
    expect((await ada.client.post("/api/licensee_profiles", raised)).status).toBe(201);
    const refused = await ada.issue();
    expect([refused.status, refused.body.error.reason]).toEqual([409, "license_not_paid"]);
    expect(refused.body.error.message).toContain("Choose a plan with the Enterprise $21M-$49M license");
    const free = anybody();
    await free.signUp();
    await free.post("/api/licensee_profiles", raised);
    expect((await free.post("/api/certificates", undefined)).body.error.reason).toBe("license_not_paid");
    const paid = await subscriber(136, "4242424242424242", 4);
    await paid.client.post("/api/licensee_profiles", raised);
    expect((await paid.client.post("/api/certificates", undefined)).body.data.license_id).toBe(4);
  });

  it("LIC-13 prints names of any letters and length, but no control characters", async () => {
    const ada = await licensed();
    const rename = (first_name: string) => ada.client.post("/api/licensee_profiles", { ...PROFILE, first_name });
    expect((await rename("Ada\u0001")).body.error).toMatchObject({ issues: [{ path: "payload.first_name" }] });
    // No certificate is issued if it cannot print the licensee's name.
    for (const strange of ["বাংলা", "Ada 🔥", "Ada q\u030c"]) {
      await rename(strange);
      const { error } = (await ada.issue()).body;
      expect(error, strange).toMatchObject({ reason: "licensee_not_printable" });
      expect(error.message).toMatch(/^Certificates can't include "/);
    }
    // A name without visible characters is refused earlier.
    const blank = { ...PROFILE, first_name: "\u200b", last_name: "\u3164" };
    expect((await ada.client.post("/api/licensee_profiles", blank)).status).toBe(400);
    for (const named of ["山田太郎", "עדה", "عايدة", "C\u030Cesky\u0301"]) {
      await rename(named);
      const { licensee, number: own } = (await ada.issue()).body.data;
      expect(licensee).toBe(`${named.normalize("NFC")} Lens`);
      expect(await textOf(await ada.fileOf(own))).toContain("Licensee");
    }
    await rename("क".repeat(200));
    const { number } = (await ada.issue()).body.data;
    const stored = await Effect.runPromise(suite.store.ports.transactions.read.certificates.get(number));
    const url = new URL(suite.store.ports.certificates.address(stored?.certificate as never));
    expect((await anybody().get(`/api/certificates/${number}${url.search}`)).body.data.is_signed).toBe(true);
  });
});
