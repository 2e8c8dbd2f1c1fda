import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { type Certificate, instantOf, licenseId } from "@backlot/domain";
import * as Effect from "effect/Effect";
import fc from "fast-check";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, describe, expect, it } from "vitest";
import {
  certificateKey,
  makeCertificatePress,
  newCertificateKey,
  oldCertificateKey,
  verifyFile,
} from "../src/index.ts";

const key = newCertificateKey();
const old = createPublicKey(certificateKey(key)).export({ type: "spki", format: "der" }).toString("base64");
const options = { key, oldKeys: [], siteUrl: "https://shop.example", seller: { name: "Backlot" } };
const press = makeCertificatePress(options);

const certificate: Certificate = {
  number: "BC-AAAA-BBBB-CCCC",
  issued_at: instantOf("2026-11-23T10:00:00Z"),
  license_token: "BL-2345-6789-ABCD",
  license_id: licenseId(1),
  company_name: "Żółć & Ασημί Съёмка",
  name: "Łukasz Müller-Đặng",
  address: "ul. Młyńska 1, 00-001 Warszawa, Polska",
  terms_version: "2026-11",
  covered: [
    {
      kind: "plan",
      label: "Pro · 100 credits · monthly",
      from: instantOf("2026-11-01T00:00:00Z"),
      to: instantOf("2026-12-01T00:00:00Z"),
      source: "invoice:1",
      license_id: licenseId(4),
    },
    ...Array.from({ length: 60 }, (_, index) => ({
      kind: "item" as const,
      label: `Ground Fire ${index + 1}`,
      source: `collection:${index}`,
      license_id: licenseId(index === 59 ? 4 : 1),
    })),
  ],
};

const textOf = async (file: Uint8Array): Promise<{ readonly text: string; readonly pages: number }> => {
  const document = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.map((item) => ("str" in item ? item.str : "")).join(" ");
    }),
  );
  // The PDF splits text where the script changes, so compare without spaces.
  return { text: pages.join("").replace(/\s+/g, ""), pages: document.numPages };
};

describe("a printed certificate", () => {
  let file: Uint8Array;
  beforeAll(async () => {
    file = await Effect.runPromise(press.print(certificate, "Backlot"));
  });

  it("LIC-13 shows every field, in the letters of its licensee, over as many pages as it takes", async () => {
    const { text, pages } = await textOf(file);
    for (const field of [
      "License Certificate",
      "Żółć & Ασημί Съёмка, Łukasz Müller-Đặng",
      "ul. Młyńska 1, 00-001 Warszawa, Polska",
      "As stated for each item below",
      "BL-2345-6789-ABCD",
      "BC-AAAA-BBBB-CCCC",
      "November 23, 2026",
      "Version 2026-11",
      "Pro · 100 credits · monthly, November 1, 2026 to December 1, 2026: Enterprise $21M-$49M license",
      "Ground Fire 59: Individual license",
      "Ground Fire 60: Enterprise $21M-$49M license",
      "https://shop.example/licenses/verify/BC-AAAA-BBBB-CCCC",
    ])
      expect(text).toContain(field.replace(/\s+/g, ""));
    expect(pages).toBe(3);
    // Each page names the certificate.
    expect(text.match(/LicenseCertificateBC-AAAA-BBBB-CCCC/g)).toHaveLength(pages);
  });

  it("LIC-13 is signed as a whole: a changed byte anywhere, and another key, fail", () => {
    const [own] = press.keys();
    expect(verifyFile(file, press.keys())).toEqual({ _tag: "signed", kid: own?.kid });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: file.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Uint8Array.from(file);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(verifyFile(changed, press.keys())._tag).not.toBe("signed");
      }),
    );
    expect(verifyFile(file.subarray(0, -1), press.keys())).toEqual({ _tag: "unsigned" });
    expect(verifyFile(new Uint8Array(), press.keys())).toEqual({ _tag: "unsigned" });
    // The last character of a signature has unused bits. No other encoding may count.
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const spelled = [...letters].filter((letter) => {
      const other = Uint8Array.from(file);
      other[file.length - 2] = letter.charCodeAt(0);
      return verifyFile(other, press.keys())._tag === "signed";
    });
    expect(spelled).toHaveLength(1);
    const other = makeCertificatePress({ ...options, key: newCertificateKey() });
    expect(verifyFile(file, other.keys())).toEqual({ _tag: "unknown-key", kid: own?.kid });
  });

  it("LIC-13 stays verifiable with an older key", () => {
    const later = makeCertificatePress({ ...options, key: newCertificateKey(), oldKeys: [old] });
    expect(later.keys()).toHaveLength(2);
    expect(verifyFile(file, later.keys())._tag).toBe("signed");
  });

  it("LIC-13 states its fields in its address, signed", () => {
    const url = new URL(press.address(certificate));
    const [said, signature] = [url.searchParams.get("c") ?? "", url.searchParams.get("s") ?? ""];
    expect(url.origin + url.pathname).toBe("https://shop.example/licenses/verify/BC-AAAA-BBBB-CCCC");
    expect(press.readAddress(said, signature)).toEqual({
      number: certificate.number,
      license_token: certificate.license_token,
      license_id: 1,
      licensee: "Żółć & Ασημί Съёмка, Łukasz Müller-Đặng",
      issued_at: certificate.issued_at,
    });
    expect(press.readAddress(`${said}A`, signature)).toBeNull();
    expect(press.readAddress(said, signature.replace(/.$/, "-"))).toBeNull();
    expect(press.readAddress("", "")).toBeNull();
    // A URL's signature doesn't make a valid file.
    const file = Buffer.from(`${said}\n%Backlot-Signature ${press.keys()[0]?.kid} ${signature}\n`);
    expect(verifyFile(file, press.keys())._tag).not.toBe("signed");
    // A long name still fits into the QR code.
    const long = new URL(press.address({ ...certificate, company_name: "क".repeat(600) }));
    expect((long.searchParams.get("c") ?? "").length).toBeLessThan(1_000);
  });

  it("LIC-13 takes no key that can't sign certificates", () => {
    expect(() => certificateKey("nonsense")).toThrow();
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
    expect(() => certificateKey(rsa.export({ type: "pkcs8", format: "der" }).toString("base64"))).toThrow("Ed25519");
    expect(() => oldCertificateKey(key)).toThrow();
  });
});
