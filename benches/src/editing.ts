import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright";
import { prepareData } from "@backlot/testing/prepared-data";
import { makeWorkCopy } from "../../tools/mutants/work-copy.mjs";
import { freePort } from "../../scripts/free-port.mjs";
import type { Measured } from "./statistics.ts";
import type { Workshop } from "./workshop.ts";

/**
 * The longest time until an open browser shows an edited screen, and until a page shows an edited rule, in
 * milliseconds.
 */
const SCREEN_MS = 1_000;
const RULE_MS = 2_000;

/** The interval between two requests for the edited page, in milliseconds. */
const LOOK_MS = 20;
/** The timeout for one edit, in milliseconds. */
const LONGEST_MS = 20_000;

const SCREEN = { file: "apps/web/app/routes/pricing.tsx", text: "Plans and pricing" };
const RULE = { file: "packages/domain/src/plans/plan-benefits.ts", text: "Free VFX and Practice Footage libraries" };

const SHELL = "/usr/bin/chromium-headless-shell";

/** Starts the store from the sources in a folder and waits until it is open. */
const startFromSources = async (folder: string, port: number): Promise<ChildProcess> => {
  const [SANDBOX_PORT, SANDBOX_SMTP_PORT] = [String(await freePort()), String(await freePort())];
  const DATA_DIR = await mkdtemp(join(tmpdir(), "backlot-edited-"));
  await prepareData(DATA_DIR);
  const child = spawn(process.execPath, ["scripts/dev.mjs"], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "",
      DATABASE_URL: "",
      SAMPLE_AHEAD: "off",
      PORT: String(port),
      SANDBOX_PORT,
      SANDBOX_SMTP_PORT,
      DATA_DIR,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.toString().includes("Backlot is open") && resolve());
    child.once("exit", (code) => reject(new Error(`the store from its sources ended with ${code}`)));
  });
  return child;
};

/** Writes the n-th version of a text into a file and returns the new text. */
const edit = (folder: string, { file, text }: typeof SCREEN, original: string, n: number): string => {
  if (!original.includes(text)) throw new Error(`${file} no longer contains "${text}"`);
  const changed = `${text} ${n}`;
  writeFileSync(join(folder, file), original.replace(text, changed));
  return changed;
};

/**
 * Measures how long an edit takes to show up in the store that `npm run dev` opens: an edited screen in an open
 * browser, and an edited rule in a page. Works on a copy of the sources.
 */
export const measureEditing = async ({ rounds, onClose }: Workshop): Promise<readonly Measured[]> => {
  const copy = makeWorkCopy();
  onClose(async () => copy.remove());
  const port = await freePort();
  const store = await startFromSources(copy.folder, port);
  onClose(async () => {
    store.kill("SIGTERM");
    await once(store, "exit");
  });
  const executablePath = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : undefined);
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  onClose(() => browser.close());
  const address = `http://127.0.0.1:${port}/pricing`;
  const page = await browser.newPage();
  await page.goto(address);

  const timed = async (one: typeof SCREEN, isSeen: (text: string) => Promise<unknown>): Promise<readonly number[]> => {
    const original = readFileSync(join(copy.folder, one.file), "utf8");
    const taken: number[] = [];
    // The first edit warms up the tools' caches and does not count.
    for (let n = 0; n <= rounds; n += 1) {
      // The browser receives changes only after its scripts have loaded. The last edit may have reloaded the page.
      await page.waitForLoadState("networkidle");
      const began = performance.now();
      await isSeen(edit(copy.folder, one, original, n));
      if (n > 0) taken.push(performance.now() - began);
    }
    return taken;
  };
  const screens = await timed(SCREEN, (text) =>
    page.getByRole("heading", { name: text, exact: true }).waitFor({ timeout: LONGEST_MS }),
  );
  const rules = await timed(RULE, async (text) => {
    const until = performance.now() + LONGEST_MS;
    while (!(await (await fetch(address)).text()).includes(text)) {
      if (performance.now() > until) throw new Error(`no page shows "${text}"`);
      await pause(LOOK_MS);
    }
  });
  const goal = { atMost: 1 };
  return [
    { row: "npm run dev, a changed screen", unit: "ms", limit: screens.map(() => SCREEN_MS), ours: screens, goal },
    { row: "npm run dev, a changed rule", unit: "ms", limit: rules.map(() => RULE_MS), ours: rules, goal },
  ];
};
