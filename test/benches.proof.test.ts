import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "@backlot/testing/processes";
import { describe, expect, it } from "vitest";

describe("the benchmarks", () => {
  it("measure each row against a limit that answers what the store answers, and asks for what it asks for", () => {
    const main = join(ROOT, "benches/src/main.ts");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--conditions=@backlot/source", main, "--check"], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "" },
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("rows can be measured.");
  });
});
