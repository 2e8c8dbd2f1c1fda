import {
  MAX_EMAIL_LENGTH,
  emailAddress,
  emailDomain,
  emailKey,
  emailProblem,
  guestEmailProblem,
  isDisposableEmail,
  isEmail,
  isInvited,
  isShownName,
  keptLicensee,
  keptName,
  licenseId,
  licenseeProblems,
  mailGreeting,
  mailName,
  mailPersonName,
  message,
  nameProblems,
  newsletterProblems,
  passwordProblem,
  profileProblems,
  signupProblems,
} from "@backlot/domain";
import { licenseTypeId } from "@backlot/domain/licensing/license";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const ATEXT = "abcXYZ019!#$%&'*+/=?^_`{|}~-";
const word = fc.string({ unit: fc.constantFrom(...ATEXT), minLength: 1, maxLength: 8 });
const local = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join("."));
const label = fc.string({ unit: fc.constantFrom(..."abcxyz09"), minLength: 1, maxLength: 8 });
const domain = fc.tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom("com", "example", "co.uk"));
const address = fc.tuple(local, domain).map(([name, [labels, end]]) => `${name}@${labels.join(".")}.${end}`);

describe("email addresses", () => {
  it("ACC-02 every form accepts what mail servers accept, and keeps it unchanged", () => {
    fc.assert(
      fc.property(address, (email) => {
        expect(emailAddress(email)).toBe(email);
        expect(emailAddress(` ${email}\n`)).toBe(email);
        expect(emailKey(email.toUpperCase())).toBe(emailKey(email));
        const person = { first_name: "Ada", last_name: "Lens", email, password: null };
        const profile = { license_id: licenseId(1), ...person, address: "1 Main St" };
        expect(signupProblems(person, new Set())).toEqual([]);
        expect(guestEmailProblem(email, new Set())).toBeNull();
        expect(profileProblems(profile)).toEqual([]);
        expect(newsletterProblems({ email, firstName: "Ada", lastName: "Lens" })).toEqual({});
        expect(isInvited(email, email.toUpperCase())).toBe(true);
      }),
    );
    for (const email of ["a&b@example.com", "o'neil@example.com", "a+b/c=d@example.co", "{|}~`@x.example"])
      expect(emailAddress(email), email).toBe(email);
  });

  it("ACC-02 what is kept is kept again, and whatever is typed is an address at every form or at none", () => {
    const typed = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 20 }).map((text) => `${text}@example.com`),
      fc.string({ unit: "binary", maxLength: 20 }).map((text) => `ada@${text}.com`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const kept = emailAddress(text);
        if (kept !== null) expect(emailAddress(kept)).toBe(kept);
        expect(emailKey(emailKey(text))).toBe(emailKey(text));
        const blank = text.trim() === "";
        expect(emailProblem(text)).toBe(blank ? "email_required" : kept === null ? "invalid_email" : null);
        const profile = {
          license_id: licenseId(1),
          first_name: "A",
          last_name: "B",
          email: text,
          address: "1 Main St",
        };
        expect(profileProblems(profile).length === 0).toBe(kept !== null);
        expect(guestEmailProblem(text, new Set()) === null).toBe(kept !== null);
      }),
    );
  });

  it("ACC-02 one mailbox has one spelling: the domain is kept in lowercase ASCII", () => {
    for (const email of [
      "ada@BÜCHER.example",
      "ada@bücher.example",
      "ada@bu\u0308cher。example",
      "ada@xn--bcher-kva.example",
    ])
      expect(emailAddress(email), email).toBe("ada@xn--bcher-kva.example");
    expect(emailAddress("Ada@Example.COM")).toBe("Ada@example.com");
    expect(emailAddress("ada@почта.рф")).toBe("ada@xn--80a1acny.xn--p1ai");
    expect(emailDomain(" Ada@Mail.Bücher.example ")).toBe("mail.xn--bcher-kva.example");
    expect(isDisposableEmail("ada@x.BÜCHER.example", new Set(["xn--bcher-kva.example"]))).toBe(true);
    expect(isInvited("ada@bücher.example", "ADA@xn--bcher-kva.example")).toBe(true);
    const profile = { license_id: licenseId(1), email: " ada@Bücher.example ", address: "1 Main St" };
    expect(keptLicensee(profile).email).toBe("ada@xn--bcher-kva.example");
  });

  it("ACC-02 nothing else is an address", () => {
    const long = `${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}`;
    expect(isEmail(`${long}com`)).toBe(true);
    for (const text of [
      ...["", "@", "ada", "ada@", "@example.com", "ada@example", "ada@example.c", "ada@.com", "ada@example..com"],
      ...[".ada@example.com", "ada.@example.com", "a..da@example.com", "a da@example.com", '"a da"@example.com'],
      ...["ada@example.com, bob@example.com", "Ada <ada@example.com>", "ada@bob@example.com", "ada@exa_mple.com"],
      ...["ada@1.2.3.4", "ada@[1.2.3.4]", "ada@-x.com", "ada@x-.com", "ada@example.com.", "ada@example.com/x"],
      ...["ada@example.com:25", "ada@ex%41mple.com", "ada@example.com?x", "ada\u202e@example.com"],
      ...["ädä@example.com", "ada＠example.com", `${"a".repeat(65)}@example.com`, `ada@${"a".repeat(64)}.com`],
      `${long}${"c".repeat(MAX_EMAIL_LENGTH - long.length + 1)}`,
    ])
      expect(isEmail(text), text).toBe(false);
  });
});

describe("names", () => {
  const HIDDEN = ["\u202e", "\u202d", "\u2066", "\u200e", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u0007", "\u2028"];

  it("ACC-02 a name that shows nothing, or hides or reorders something, is refused in words", () => {
    const blank = [...HIDDEN, "\u3164", "\u115f", "\u2800", "\u200d\u200c", "\u0301", "\ufe0f", "\u{e0041}"];
    for (const name of blank) expect(isShownName(name), JSON.stringify(name)).toBe(false);
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...HIDDEN.slice(0, 8)), fc.string(), (before, hidden, after) => {
        expect(isShownName(`A${before}${hidden}${after}B`)).toBe(false);
      }),
    );
    const name = { first_name: "Ada\u202egnp", last_name: "\u2800" };
    expect(nameProblems(name)).toEqual(["first_name_hidden", "last_name_hidden"]);
    expect(message("first_name_hidden")).toBe(
      "First name contains hidden characters. Type it again using only letters, spaces, and punctuation.",
    );
    const contact = { email: "a@b.co", firstName: "\u200b", lastName: "Lens" };
    expect(newsletterProblems(contact)).toEqual({ firstName: "first_name_hidden" });
    const profile = {
      license_id: licenseId(3),
      company_name: "Lens\u202e Ltd",
      email: "a@b.co",
      address: "1\u200b St",
    };
    expect(profileProblems(profile).map(({ problem }) => problem)).toEqual(["company_name_hidden", "address_hidden"]);
    expect(licenseeProblems({ company_name: "Lens\u202e", agreed: true }, licenseTypeId(2)).company_name).toBe(
      "field_hidden",
    );
  });

  it("ACC-02 names of every script, with joiners and emoji, are accepted and kept composed", () => {
    const names = [
      "Ada",
      "O’Neil-Šimić Jr.",
      "𠮷野",
      "🎬",
      "👩🏽‍🎤 Zoë",
      "❤️",
      "می‌خواهم",
      "श्री",
      "क्‍ष",
      "שָׁלוֹם",
      "ʻOkina",
      "X Æ A-12",
    ];
    for (const name of names) expect(isShownName(name), name).toBe(true);
    expect(keptName(" e\u0301lodie ")).toBe("\u00e9lodie");
  });
});

describe("passwords", () => {
  const problem = (password: string, email = "ada.lens@example.com") =>
    passwordProblem(password, email, new Set(["orioles"]));

  it("ACC-02 the passwords that are tried first, and the account's own address, are refused", () => {
    for (const password of [
      "123456",
      "PASSWORD",
      "qwerty123",
      "aaaaaa",
      "87654321",
      "abcdefgh",
      "1234567890",
      "iloveyou",
      // On the list that the store adds.
      "Orioles",
    ])
      expect(problem(password), password).toBe("password_common");
    for (const password of ["ada.lens@example.com", "Ada.Lens@EXAMPLE.com", "ada.lens"])
      expect(problem(password), password).toBe("password_is_email");
    for (const password of ["correct horse", "open 7", "ada.lens7", "Tr0ub4dor"]) expect(problem(password)).toBeNull();
  });

  it("ACC-02 are measured in characters, however their letters are composed", () => {
    expect(["🎬🎥🎞", "🎬🎥🎞🎛🎚🎙"].map((each) => problem(each))).toEqual(["password_too_short", null]);
    const accented = "éà".repeat(64);
    for (const form of ["NFC", "NFD"]) expect(problem(accented.normalize(form))).toBeNull();
    expect(problem(`${accented}x`.normalize("NFD"))).toBe("password_refused");
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 140 }),
        (text) => problem(text.normalize("NFD")) === problem(text.normalize("NFC")),
      ),
    );
  });
});

describe("names in mail", () => {
  it("ACC-01 print plain short names, and leave out whatever could be a message or a link", () => {
    for (const name of ["Ada", "Anne-Marie", "O’Neil", "J. R.", "María del Carmen", "𠮷野", "श्री", "Lens Ltd."])
      expect(mailName(name), name).toBe(name);
    for (const name of [
      ...["evil.example", "you won $5,000!", "https://evil.example", "a@b.co", "www.evil", "Ada 2", "Ada\nLens", "🎬"],
      ...[
        "win a free phone right now",
        "A".repeat(31),
        "\u202eadA",
        "",
        "  ",
        "Ada/Lens",
        "evil\u3002example",
        "Ada  Lens",
      ],
    ])
      expect(mailName(name), name).toBeNull();
    expect(mailName(null)).toBeNull();
    expect(mailPersonName({ first_name: "Ada", last_name: "Lens" })).toBe("Ada Lens");
    expect(mailPersonName({ first_name: "Ada", last_name: "x.example" })).toBeNull();
    expect([mailGreeting({ first_name: "Ada" }), mailGreeting({ first_name: "x.io" })]).toEqual(["Hello Ada", "Hello"]);
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.constantFrom("", ".", "/", ":", "7", "@"),
        (name, more) => {
          const printed = mailName(`${name}${more}x`);
          expect(printed === null || !/[\d/:@<>&"]|\.\S/u.test(printed)).toBe(true);
        },
      ),
    );
  });
});
