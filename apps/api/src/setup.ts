import { access, constants, statfs } from "node:fs/promises";
import { Resolver } from "node:dns/promises";
import { dirname, resolve as absolute } from "node:path";
import { checkDatabase } from "@backlot/adapters-postgres";
import { checkMailServer } from "@backlot/adapters-smtp";
import { isEmail } from "@backlot/domain";
import { readConfig } from "./settings/derived.ts";
import { type SettingProblem, settingProblems } from "./settings/refused.ts";

// Checks the store's settings and the things they refer to: the folder, the database, the mail server, and the domain
// of its emails. Writes one line of JSON for each check: node apps/api/dist/setup.js [SETTING …]

const settingNames = process.argv.slice(2);

/** The finding of a check. `setting` names the setting to change; null for several. */
interface Line {
  readonly provider: string;
  readonly setting: string | null;
  readonly what: string;
  readonly state: "ok" | "wrong" | "by-hand";
  readonly says: string;
  readonly remedy?: string;
}

const say = (line: Line): void => console.log(JSON.stringify(line));

const settingOf = (name: string): string => process.env[name]?.trim() ?? "";

/** Returns why something can't be reached, in a few words and without the setting's value, which may be secret. */
const reasonOf = (error: unknown): string => {
  const code: unknown = Reflect.get(Object(error), "code");
  if (code === "ENOTFOUND") return "no such host";
  if (code === "ECONNREFUSED") return "the connection was refused";
  const message = error instanceof Error ? error.message : "";
  return message === "" ? String(code ?? "no response") : message;
};

/** The oldest version of PostgreSQL that the store works with. */
const OLDEST_POSTGRES = 15;
const GB = 1_000_000_000;

type Found = Pick<Line, "what" | "state" | "says" | "remedy">;

const database = async (): Promise<Found> => {
  const what = "Database";
  if (settingOf("DATABASE_URL") === "")
    return { what, state: "ok", says: "The store uses its embedded database in DATA_DIR." };
  try {
    const { version, createsTables, connections } = await checkDatabase(settingOf("DATABASE_URL"));
    if (version < OLDEST_POSTGRES)
      return { what, state: "wrong", says: `This is PostgreSQL ${version}. Use ${OLDEST_POSTGRES} or later.` };
    return createsTables
      ? { what, state: "ok", says: `PostgreSQL ${version}, with up to ${connections} connections.` }
      : { what, state: "wrong", says: "The user isn't allowed to create tables. Make it the owner of the database." };
  } catch (error) {
    const remedy = "Check the address, the user, the password, and the firewall.";
    return { what, state: "wrong", says: `Can't connect: ${reasonOf(error)}.`, remedy };
  }
};

/** Returns a folder if it exists, otherwise its closest existing ancestor. */
const existing = async (path: string): Promise<string> => {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : existing(dirname(path));
};

const folder = async (): Promise<Found> => {
  const what = "Data folder";
  const path = absolute(settingOf("DATA_DIR") || ".data");
  const there = await existing(path);
  try {
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return { what, state: "wrong", says: `This user can't write to ${there}.`, remedy: "Change the folder's owner." };
  }
  const { bavail, bsize } = await statfs(there);
  const free = Math.floor((bavail * bsize) / GB);
  return free < 1
    ? { what, state: "wrong", says: `The disk that contains ${path} is nearly full.` }
    : { what, state: "ok", says: `${path}, with ${free} GB free.` };
};

const mailServer = async (): Promise<Found> => {
  const what = "Mail server";
  const url = settingOf("SMTP_URL");
  const problem = await checkMailServer(url);
  return problem === null
    ? {
        what,
        state: "ok",
        says: /:\/\/[^/]*@/.test(url) ? "It accepts the store's credentials." : "It accepts connections.",
      }
    : { what, state: "wrong", says: `Can't connect: ${problem}.`, remedy: "Check the address, user, and password." };
};

/** A DNS resolver with a short timeout, because a machine without a network never gets a response. */
const dns = new Resolver({ timeout: 3_000, tries: 2 });

/** The domain in an address such as "Shop <shop@shop.example>". */
const domainOf = (address: string): string | undefined => /@([^\s@>]+)>?$/.exec(address)?.[1];

const sender = async (): Promise<readonly Found[]> => {
  const support = "Support address";
  if (settingOf("SUPPORT_EMAIL") === "")
    return [{ what: support, state: "wrong", says: "SUPPORT_EMAIL is not set, so customers can't contact you." }];
  if (!isEmail(settingOf("SUPPORT_EMAIL")))
    return [{ what: support, state: "wrong", says: "SUPPORT_EMAIL isn't an email address." }];
  const domain = domainOf(settingOf("MAIL_FROM") || settingOf("SUPPORT_EMAIL"));
  if (domain === undefined) return [{ what: "Sender", state: "wrong", says: "MAIL_FROM has no email address." }];
  const what = `Domain ${domain}`;
  const answer = async (look: Promise<readonly unknown[]>): Promise<readonly unknown[] | "unknown"> =>
    look.catch((error: unknown) =>
      ["ENOTFOUND", "ENODATA"].includes(String(Reflect.get(Object(error), "code"))) ? [] : "unknown",
    );
  const [mx, txt] = await Promise.all([answer(dns.resolveMx(domain)), answer(dns.resolveTxt(domain))]);
  if (mx === "unknown" || txt === "unknown")
    return [{ what, state: "by-hand", says: "DNS didn't respond. Check that the domain has MX and SPF records." }];
  const hasSpf = txt.flat().some((text) => String(text).startsWith("v=spf1"));
  if (mx.length > 0 && hasSpf) return [{ what, state: "ok", says: "It has MX and SPF records." }];
  const missing = [...(mx.length > 0 ? [] : ["MX record"]), ...(hasSpf ? [] : ["SPF record"])].join(" and no ");
  const remedy = "Without an MX record, customers can't reply. Without SPF, emails may be marked as spam.";
  return [{ what, state: "by-hand", says: `It has no ${missing}.`, remedy }];
};

/** The checks by setting, in addition to format checks. */
const CHECKS: Readonly<Record<string, () => Promise<Found | readonly Found[]>>> = {
  DATA_DIR: folder,
  DATABASE_URL: database,
  SMTP_URL: mailServer,
  SUPPORT_EMAIL: sender,
};

const problemLine = ({ setting, says }: SettingProblem): Line => ({
  provider: "Settings",
  setting,
  what: setting ?? "Settings",
  state: "wrong",
  says,
});

const problems = settingProblems(process.env, settingNames.length === 0 ? null : settingNames, readConfig);
for (const problem of problems) say(problemLine(problem));
if (problems.length === 0 && settingNames.length === 0)
  say({
    provider: "Settings",
    setting: null,
    what: "Settings",
    state: "ok",
    says: "No settings are missing or invalid.",
  });
for (const [setting, check] of Object.entries(CHECKS)) {
  const isBad = problems.some((problem) => problem.setting === setting);
  if (isBad || (settingNames.length > 0 && !settingNames.includes(setting))) continue;
  for (const finding of [await check()].flat()) say({ provider: "This machine", setting, ...finding });
}
