import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { TestClient } from "@backlot/testing/client";
import { plainDatabase } from "@backlot/testing/databases";
import { ROOT } from "@backlot/testing/processes";
import { useTestStore } from "@backlot/testing/store";
import { describe, expect, it, onTestFinished } from "vitest";

/** Runs the example with a file of plans. Returns its output. */
const ask = (plans: string, questions: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["--conditions=@backlot/source", join(ROOT, "packages/domain/examples/chat-desk.ts"), plans],
      { env: { ...process.env, NOW: "2027-01-20T00:00:00Z" }, stdio: ["pipe", "pipe", "inherit"] },
    );
    let said = "";
    child.stdout.on("data", (part: Buffer) => {
      said += part.toString();
    });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(said) : reject(new Error(`it ended with ${code}`))));
    child.stdin.end(questions.join("\n"));
  });

describe("a new channel", () => {
  const suite = useTestStore(plainDatabase);

  it("DEV-01 over the rules alone says what its guide shows, with the plans that a store answers", async () => {
    const guide = await readFile(join(ROOT, "docs/channels.md"), "utf8");
    const shown = /```text\n(> [\s\S]*?)\n```/.exec(guide)?.[1] ?? "";
    const questions = shown.split("\n").flatMap((line) => (line.startsWith("> ") ? [line.slice(2)] : []));
    expect(questions.length).toBeGreaterThan(5);
    const folder = await mkdtemp(join(tmpdir(), "backlot-channel-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const plans = join(folder, "plans.json");
    const sold = await new TestClient(suite.store.app).get("/api/plan_variants?license_id=1");
    expect(sold.status).toBe(200);
    await writeFile(plans, JSON.stringify(sold.body));
    expect((await ask(plans, questions)).trim()).toBe(shown);
  });

  it("DEV-01 weighs less than 12 kB as a price list on a page", async () => {
    const widget = await readFile(join(ROOT, "apps/sandbox/dist/price-widget.js"));
    expect(gzipSync(widget).length).toBeLessThanOrEqual(12_000);
  });
});
