import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "@backlot/adapters-postgres";
import { readConfig } from "@backlot/api/settings/derived";
import { openStore } from "@backlot/api/open-store";
import { SETTING_NAMES, checkSpelling } from "@backlot/api/settings/refused";
import { type RunningSandbox, openSandbox } from "@backlot/testing/sandbox";
import { testEnvironment } from "@backlot/testing/store";
import { sql } from "kysely";
import { generatedFiles } from "../dev/generate.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe("the settings", () => {
  it("are documented by files that are up to date; if not, run npm run generate", async () => {
    for (const [path, text] of Object.entries(generatedFiles()))
      expect(await readFile(new URL(`../../../${path}`, import.meta.url), "utf8"), path).toBe(text);
  });

  it("start a live store from the example once what is empty is filled in, and not before", async () => {
    const lines = (generatedFiles()[".env.example"] ?? "").split("\n").filter((line) => /^[A-Z]/.test(line));
    const set = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-settings-"));
    expect(() => readConfig({ ...set, DATA_DIR })).toThrow("These settings are missing: PUBLIC_URL");
    const filled = {
      PUBLIC_URL: "https://shop.example",
      TRUSTED_PROXIES: "1",
      STRIPE_SECRET_KEY: "sk_live_x",
      STRIPE_PUBLISHABLE_KEY: "pk_live_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
      SMTP_URL: "smtps://user:password@mail.example:465",
    };
    expect(Object.keys(set)).toEqual(["NODE_ENV", ...Object.keys(filled)]);
    expect(readConfig({ ...set, ...filled, DATA_DIR }).production).toBe(true);
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

const server = process.env.TEST_POSTGRES_URL;
describe.skipIf(server === undefined)("a database role without the rights that the store needs", () => {
  it("is refused in one line that names the rights", async () => {
    const admin = openPostgres(server ?? "", 1);
    const role = `limited_${crypto.randomUUID().slice(0, 8)}`;
    const run = (statement: string) => sql.raw(statement).execute(admin.kysely);
    await run(`create role ${role} login password 'secret'`);
    await run(`create database ${role}`);
    try {
      const url = new URL((server ?? "").replace(/^postgres:\/\/[^@]*@/, `postgres://${role}:secret@`));
      url.pathname = `/${role}`;
      const environment = { ...(await testEnvironment(sandbox)), DATABASE_URL: url.href };
      await expect(openStore(readConfig(environment))).rejects.toThrow(
        /^The role in DATABASE_URL is missing a privilege: permission denied for schema public\. Allow it/,
      );
    } finally {
      await run(`drop database ${role} with (force)`);
      await run(`drop role ${role}`);
      await admin.close();
    }
  });
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.stop());
});

describe("generated secrets", () => {
  it("are kept as settings, with which the store signs as before", async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-secrets-"));
    const environment = {
      DATA_DIR,
      STRIPE_SECRET_KEY: "sk_test_own",
      STRIPE_PUBLISHABLE_KEY: "pk_test_own",
      STRIPE_WEBHOOK_SECRET: "whsec_own",
      SMTP_URL: "smtp://127.0.0.1:1025",
    };
    const generated = readConfig(environment);
    const { session, links, support, certificates } = JSON.parse(
      await readFile(join(DATA_DIR, "secrets.json"), "utf8"),
    );
    const named = readConfig({
      ...environment,
      DATA_DIR: await mkdtemp(join(tmpdir(), "backlot-secrets-")),
      SESSION_SECRET: session,
      LINK_SECRET: links,
      SUPPORT_KEY: support,
      CERTIFICATE_KEY: certificates,
    });
    const secretsOf = ({ sessionSecret, linkSecret, supportKey, certificateKey }: typeof named) =>
      JSON.stringify({ sessionSecret, linkSecret, supportKey, certificateKey });
    expect(secretsOf(named)).toBe(secretsOf(generated));
    expect(secretsOf(named)).toContain(session);
  });
});
