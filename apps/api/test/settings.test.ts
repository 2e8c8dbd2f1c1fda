import { readFile, readdir } from "node:fs/promises";
import { SETTING_NAMES, checkSpelling } from "@backlot/api/setting-names";
import { describe, expect, it } from "vitest";

const SOURCES = new URL("../src/", import.meta.url);
/** Names in the sources that look like settings. */
const OTHERS = ["NODE_ENV", "SANDBOX_PORT", "ERR_STREAM_PREMATURE_CLOSE", "PG_VERSION"];

/** Settings that only tests need, or that had another name. */
const FOR_TESTS = ["CHURNKEY_SCRIPT_URL", "LICENCE_RULE", "RECAPTCHA_BASE_URL"];

describe("the names of settings", () => {
  it("are those that the sources read, and those that the docs name", async () => {
    const files = (await readdir(SOURCES)).filter((name) => name.endsWith(".ts") && name !== "setting-names.ts");
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, SOURCES), "utf8")));
    const read = texts.flatMap((text) => [...text.matchAll(/"([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|PORT|HOST)"/g)]);
    const named = new Set(read.map(([, name]) => name ?? ""));
    for (const name of SETTING_NAMES) expect(texts.join("\n"), name).toContain(name);
    for (const name of named) if (!OTHERS.includes(name)) expect(SETTING_NAMES).toContain(name);
    const example = await readFile(new URL("../../../.env.example", import.meta.url), "utf8");
    const documented = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? "");
    expect(documented.filter((name) => !OTHERS.includes(name)).toSorted()).toEqual(
      SETTING_NAMES.filter((name) => !FOR_TESTS.includes(name)),
    );
  });

  it("that are misspelled by a letter or two are refused, and other variables are left alone", () => {
    expect(() => checkSpelling({ SESION_SECRET: "s" })).toThrow(
      "SESION_SECRET isn't a setting. Did you mean SESSION_SECRET?",
    );
    for (const name of ["SITE_URL", "AMQP_URL", "JOB_URL", "DATABASE_SSL", "R2_BUCKET", "SMTP_URI"])
      checkSpelling({ [name]: "value" });
    checkSpelling({ DATABASE_URL2: "postgres://a", DATABASE_URL: "postgres://b" });
    checkSpelling({ PATH: "/bin", HOSTNAME: "shop", AWS_REGION: "eu-west-1", PGHOST: "db", NODE_OPTIONS: "" });
    checkSpelling(Object.fromEntries(SETTING_NAMES.map((name) => [name, "value"])));
    checkSpelling({ TAX_PRECENT: undefined });
  });
});
