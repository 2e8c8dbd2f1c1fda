import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newCertificateKey } from "@backlot/adapters-pdf/signature";
import { type Output, type Screen, indented } from "../output.ts";
import { askChoice, askText } from "../prompts.tsx";
import { type Line, reportTool, requireTools, runTool, textOf } from "../store-tool.ts";
import { type Settings, environment, isLive, isWritable, readSettings, writeSettings } from "./setting-file.ts";

/**
 * The question for a setting. If it is a function of the other answers, it returns null if they make the question
 * unnecessary.
 */
interface Question {
  readonly name: string;
  readonly question: string;
  readonly placeholder: (answers: Settings) => string | null;
  /** The default answer. If it is empty, the setting is left out. */
  readonly usual?: string;
  readonly isSecret?: boolean;
}

const always = (text: string) => (): string => text;
const onServer =
  (text: string) =>
  (answers: Settings): string | null =>
    isLive(answers) ? text : null;

/** The questions, in order. */
const QUESTIONS: readonly Question[] = [
  { name: "PUBLIC_URL", question: "The store's public URL?", placeholder: onServer("https://shop.example") },
  {
    name: "TRUSTED_PROXIES",
    question: "How many proxies are in front of the store?",
    placeholder: onServer("1"),
    usual: "1",
  },
  {
    name: "DATA_DIR",
    question: "The folder for pictures and files?",
    placeholder: always(".data-own"),
    usual: ".data-own",
  },
  {
    name: "DATABASE_URL",
    question: "The URL of your PostgreSQL database?",
    placeholder: always("postgres://… (Enter: a database in that folder)"),
    usual: "",
    isSecret: true,
  },
  { name: "STRIPE_SECRET_KEY", question: "Stripe's secret key?", placeholder: always("sk_…"), isSecret: true },
  { name: "STRIPE_PUBLISHABLE_KEY", question: "Stripe's publishable key?", placeholder: always("pk_…") },
  {
    name: "SMTP_URL",
    question: "The URL of your mail server?",
    placeholder: always("smtps://user:password@mail.example:465"),
    isSecret: true,
  },
  {
    name: "SUPPORT_EMAIL",
    question: "The email address for customer support?",
    placeholder: always("help@shop.example"),
  },
  {
    name: "SELLER_NAME",
    question: "The seller's name on receipts?",
    placeholder: always("Example Films LLC (Enter: the store's name)"),
    usual: "",
  },
  {
    name: "SELLER_ADDRESS",
    question: "The seller's address on receipts?",
    placeholder: always("1 Mill Street; Springfield; USA (Enter: none)"),
    usual: "",
  },
  { name: "TAX_PERCENT", question: "Tax on all sales, in percent?", placeholder: always("0"), usual: "0" },
];

const WEBHOOK = {
  name: "STRIPE_WEBHOOK_SECRET",
  question: "The signing secret of your webhook at Stripe?",
  placeholder: "whsec_… (Enter: later)",
  usual: "",
  isSecret: true,
} as const;

const newSecret = (): string => randomBytes(48).toString("base64url");

/** The store's own secrets: their names in the file that a store writes to its data folder, and their generators. */
const OWN_SECRETS = [
  { name: "SESSION_SECRET", key: "session", make: newSecret },
  { name: "LINK_SECRET", key: "links", make: newSecret },
  { name: "SUPPORT_KEY", key: "support", make: newSecret },
  { name: "CERTIFICATE_KEY", key: "certificates", make: newCertificateKey },
] as const;

/** Returns the missing secrets, reusing any that the store already generated for itself. */
const missingSecrets = (settings: Settings): Settings => {
  const file = join(settings["DATA_DIR"] || ".data", "secrets.json");
  const savedSecrets = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Settings) : {};
  const missing = OWN_SECRETS.filter(({ name }) => !settings[name]);
  return Object.fromEntries(missing.map(({ name, key, make }) => [name, savedSecrets[key] ?? make()]));
};

const choose = async <T extends string>(
  question: string,
  choices: readonly { readonly value: T; readonly label: string }[],
  screen: Screen,
): Promise<T> => (await askChoice({ question, choices, canGoBack: false }, screen)) as T;

interface Terminal {
  readonly screen: Screen;
  readonly output: Output;
}

/**
 * Asks for a setting until its value passes the checks, or until the user decides to keep the value anyway. Returns the
 * value.
 */
const askSetting = async (
  question: Omit<Question, "placeholder"> & { readonly placeholder: string },
  settings: Settings,
  terminal: Terminal,
): Promise<string> => {
  const { name } = question;
  const { screen, output } = terminal;
  const again = (): Promise<string> => askSetting(question, settings, terminal);
  // A pasted address can have several lines.
  const value = (await askText(question, screen))
    .split(/[\r\n]+/)
    .flatMap((line) => line.trim() || [])
    .join("; ");
  if (!isWritable(value)) {
    output.err(`  ${name} can't contain both an apostrophe and one of " $ \` \\. In a URL, write %27.`);
    return again();
  }
  if (value.startsWith("~")) {
    output.err("  Use the full path. Only shells expand ~.");
    return again();
  }
  if (value === "" && name !== "DATABASE_URL") return value;
  const lines: Line[] = [];
  const env = { ...environment(settings), [name]: value };
  await runTool({ tool: "setup", args: [name], env }, (line) => lines.push(line));
  const problems = lines.filter(({ state }) => state !== "ok");
  if (problems.length === 0) return value;
  for (const problem of problems) output.err(indented(`${textOf(problem)} ${problem.remedy ?? ""}`.trim(), 2));
  if (problems.some(({ provider }) => provider === "Settings")) return again();
  const answers = [
    { value: "again", label: "Enter another value" },
    { value: "keep", label: "Keep it, and fix the problem later" },
  ] as const;
  return (await choose(`Keep this ${name}?`, answers, screen)) === "keep" ? value : again();
};

/** Asks for all settings that are missing or invalid, and writes each answer to the file at once. */
export const askSettings = async (path: string, screen: Screen, output: Output): Promise<void> => {
  requireTools();
  const currentSettings = (): Settings => readSettings(path);
  if (currentSettings()["NODE_ENV"] === undefined) {
    const places = [
      { value: "here", label: "On this machine, to try it" },
      { value: "production", label: "On a server, for customers" },
    ] as const;
    const place = await choose("Where does this store run?", places, screen);
    writeSettings(path, { NODE_ENV: place === "production" ? place : "" });
  }
  const invalid: Line[] = [];
  await runTool(
    { tool: "setup", args: [...QUESTIONS, WEBHOOK].map(({ name }) => name), env: environment(currentSettings()) },
    (line) => {
      if (line.provider === "Settings") invalid.push(line);
    },
  );
  const isInvalid = (name: string): boolean => invalid.some(({ setting }) => setting === name);
  const ask = async (question: Question): Promise<void> => {
    const { name } = question;
    const placeholder = question.placeholder(currentSettings());
    const value = currentSettings()[name];
    const isAnswered = value !== undefined && (value !== "" || question.usual !== undefined);
    if (placeholder === null || (isAnswered && !isInvalid(name))) return;
    writeSettings(path, {
      [name]: await askSetting({ ...question, placeholder }, currentSettings(), { screen, output }),
    });
  };
  const askWebhook = async (): Promise<void> => {
    const { PORT: port = "3000", PUBLIC_URL: url = "" } = currentSettings();
    if (url.startsWith("https:")) {
      const ways = [
        { value: "create", label: "Create it now, with the events that the store needs" },
        { value: "own", label: "Enter the secret of an existing webhook" },
        { value: "later", label: "Later" },
      ] as const;
      const way = await choose("Stripe notifies the store through a webhook. How should it be set up?", ways, screen);
      if (way === "create") {
        output.out("");
        // Use only the settings asked for here. PayPal's webhook and plans have their own command.
        const env = Object.entries(environment(currentSettings())).filter(([name]) => !name.startsWith("PAYPAL_"));
        await reportTool({ tool: "providers", args: ["check", path], env: Object.fromEntries(env) }, false, output);
      }
      if (way === "later" || currentSettings()[WEBHOOK.name]) return;
    } else
      output.err(
        "Stripe sends events only to public URLs. To forward them, run the Stripe CLI,\nwhich prints a secret:\n  " +
          `stripe listen --forward-to 127.0.0.1:${port}/api/webhooks/stripe`,
      );
    const secret = await askSetting(WEBHOOK, currentSettings(), { screen, output });
    if (secret !== "") writeSettings(path, { [WEBHOOK.name]: secret });
  };
  for (const question of QUESTIONS) await ask(question);
  if (currentSettings()["SAMPLE"] === undefined && !isLive(currentSettings())) {
    const goods = [
      { value: "off", label: "Nothing, for your own products" },
      { value: "on", label: "The sample catalog" },
    ] as const;
    writeSettings(path, { SAMPLE: await choose("What should the store start with?", goods, screen) });
  }
  writeSettings(path, missingSecrets(currentSettings()));
  if (!currentSettings()[WEBHOOK.name] || isInvalid(WEBHOOK.name)) await askWebhook();
};
