import { type Certificate, certificateRefusalMessage, instantOf, licenseId, printedText } from "@backlot/domain";
import * as Effect from "effect/Effect";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeCertificatePress, newCertificateKey } from "../src/index.ts";
import { PAGE_WIDTH, readPdf } from "@backlot/testing/read-pdf";

const press = makeCertificatePress({
  key: newCertificateKey(),
  oldKeys: [],
  siteUrl: "https://shop.example",
});

const certificate = (company_name: string, address = "1 Mill St"): Certificate => ({
  number: "BC-AAAA-BBBB-CCCC",
  issued_at: instantOf("2026-11-23T10:00:00Z"),
  license_token: "BL-2345-6789-ABCD",
  license_id: licenseId(1),
  company_name,
  name: null,
  address,
  terms_version: "2026-11",
  covered: [],
});

const printed = async (name: string) =>
  readPdf(await Effect.runPromise(press.print(certificate(printedText(name)), "Backlot")));
const unprintable = (...texts: readonly string[]) => Effect.runPromise(press.unprintable(texts.map(printedText)));

/** A text's letters in no order: a PDF lists them as they appear on paper, and Thai am as its two parts. */
const lettersOf = (text: string): string => [...text.normalize("NFKD").replace(/\s+/g, "")].sort().join("");

/** Names in the scripts that certificates print. */
const NAMES = {
  Latin: "Łukasz Święty-Đặng, Łódź",
  Greek: "Ασημίνα Παπαδοπούλου",
  Cyrillic: "Съёмка Їжакевич",
  Armenian: "Արմեն Գրիգորյան",
  Georgian: "გიორგი ბერიძე",
  Hebrew: "שלום כהן בע״מ",
  Arabic: "محمد عبد الله لاشين",
  Devanagari: "श्री क्षत्रिय कृष्णा",
  Thai: "สุภาพร น้ำผึ้ง ปั่น",
  Chinese: "王小明 陳大文 喆堃",
  Japanese: "株式会社バックロット映画",
  Korean: "김철수 스튜디오",
};

describe("a licensee's name on a certificate", () => {
  it.each(Object.entries(NAMES))("LIC-13 prints in %s with the letters it was given", async (_, name) => {
    expect(await unprintable(name)).toEqual([]);
    const { text } = await printed(name);
    const field = text.slice(text.indexOf("Licensee") + "Licensee".length, text.indexOf("Address1MillSt"));
    expect(lettersOf(field)).toBe(lettersOf(name));
  });

  it("LIC-13 a letter prints the same whether it is composed, decomposed, or a ligature", async () => {
    expect((await printed("C\u030Cesky\u0301 film")).text).toContain("LicenseeČeskýfilmAddress");
    expect((await printed("Ste\ufb01 O\ufb03ce")).text).toContain("LicenseeStefiOfficeAddress");
    // Nothing invisible stays, and nothing that turns text around.
    expect((await printed("Ad\u200ba \u202eLens\u2066")).text).toContain("LicenseeAdaLensAddress");
  });

  it("LIC-13 names every character that no font prints, instead of printing a blank or another letter", async () => {
    // A script without a font, an emoji, a mark without its letter, misplaced vowel signs, old Hangul, two unknowns.
    const texts = ["বাংলা", "Ada 🎬", "x \u0301", "مُحَمَّد", "שָׁלוֹם", "\u1112\u119e\u11ab", "\ufffd", "q\u030c"];
    for (const text of texts) expect((await unprintable(text)).length, text).toBeGreaterThan(0);
    expect(await unprintable("Ada", "Ada 🎬 and 🎬", "🎥")).toEqual(["🎬", "🎥"]);
    expect(certificateRefusalMessage({ reason: "licensee_not_printable", characters: ["🎬"] })).toBe(
      "Certificates can't include \"🎬\" (U+1F3AC). Remove this character from the licensee's name and address, then " +
        "try again.",
    );
    const many = Array.from({ length: 7 }, (_, index) => String.fromCodePoint(0x995 + index));
    expect(certificateRefusalMessage({ reason: "licensee_not_printable", characters: many })).toContain(" and 2 more.");
  });

  it("LIC-13 whatever is accepted can be read back", async () => {
    const letter = fc
      .oneof(
        fc.integer({ min: 0x21, max: 0x24ff }),
        fc.integer({ min: 0x2e80, max: 0xd7ff }),
        fc.integer({ min: 0xf900, max: 0xffff }),
        fc.integer({ min: 0x1d00, max: 0x1fff }),
      )
      .map((point) => String.fromCodePoint(point))
      // The PDF reader, not the page, confuses accents that have no letter.
      .filter((each) => !each.normalize("NFKD").startsWith(" "));
    await fc.assert(
      fc.asyncProperty(fc.array(letter, { minLength: 40, maxLength: 60 }), async (letters) => {
        // One at a time, because a text from right to left is read back in another order.
        const asked = await Promise.all(
          letters.map(async (each) => ((await unprintable(each)).length === 0 ? printedText(each) : "")),
        );
        const accepted = asked.join(" ");
        const { text } = await readPdf(
          await Effect.runPromise(press.print(certificate("Ada", printedText(accepted) || "none"), "Backlot")),
        );
        const field = text.slice(text.indexOf("Address") + "Address".length, text.indexOf("LicenseIndividual"));
        expect(lettersOf(field)).toBe(lettersOf(printedText(accepted) || "none"));
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it("LIC-13 a long word stays on the page, and no hyphen is added to it", async () => {
    const name = `${"Donaudampfschifffahrt".repeat(15)} GmbH`;
    const { text, ends } = await printed(name);
    expect(text).toContain(name.replace(" ", ""));
    expect(Math.max(...ends)).toBeLessThan(PAGE_WIDTH - 50);
    const wide = { kind: "item" as const, label: "W".repeat(200), source: "collection:1", license_id: licenseId(1) };
    const covered = [wide];
    const item = await readPdf(await Effect.runPromise(press.print({ ...certificate("Ada"), covered }, "Backlot")));
    expect(item.text).toContain("W".repeat(200));
    expect(Math.max(...item.ends)).toBeLessThan(PAGE_WIDTH - 50);
  });
});
