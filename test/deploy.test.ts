import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@backlot/testing/processes";
import { loadAll } from "js-yaml";
import { describe, expect, it } from "vitest";
import { SETTING_NAMES } from "../apps/api/src/settings/refused.ts";

const DEPLOY = join(ROOT, "deploy");
const read = (path: string): string => readFileSync(join(DEPLOY, path), "utf8");
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(DEPLOY.length + 1));

/** Settings of Node and of the images, which the store doesn't read. */
const OTHERS = ["NODE_ENV", "SITE", "BIND", "STORE_1", "STORE_2"];

describe("the files in deploy", () => {
  it("are valid YAML and JSON", () => {
    for (const path of filesIn(DEPLOY)) {
      if (path.endsWith(".yaml")) expect(loadAll(read(path), undefined).length, path).toBeGreaterThan(0);
      if (path.endsWith(".json")) expect(() => JSON.parse(read(path)), path).not.toThrow();
    }
  });

  it("set only settings that the store has", () => {
    const set = filesIn(DEPLOY).flatMap((path) =>
      [
        ...read(path).matchAll(
          /(?:^|[\s{])(?:ENV |name: |Environment=)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?==|: |, value)/gm,
        ),
      ].map(([, name = ""]) => name),
    );
    const unknown = new Set(set.filter((name) => !SETTING_NAMES.includes(name) && !OTHERS.includes(name)));
    unknown.forEach((name) => {
      if (name.startsWith("POSTGRES_")) unknown.delete(name);
    });
    expect([...unknown]).toEqual([]);
    expect(set).toContain("DRAIN_DELAY");
  });

  it("ask for metrics that the store counts", () => {
    const counted = readFileSync(join(ROOT, "apps/api/src/observe/metrics.ts"), "utf8");
    const asked = ["monitoring/grafana-dashboard.json", "monitoring/alerts.yaml"].flatMap((path) => [
      ...new Set(read(path).match(/backlot_[a-z_]+/g)),
    ]);
    expect(asked.length).toBeGreaterThan(10);
    for (const name of asked) expect(counted, name).toContain(`"${name.replace(/_bucket$/, "")}"`);
    expect(read("monitoring/alerts.yaml").match(/- alert:/g)).toHaveLength(6);
  });

  it("let the store drain before a process is killed", () => {
    const seconds = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);
    for (const [path, pattern] of [
      ["compose.yaml", /stop_grace_period: (\d+)s/],
      ["backlot@.service", /TimeoutStopSec=(\d+)/],
      ["kubernetes/store.yaml", /terminationGracePeriodSeconds: (\d+)/],
    ] as const) {
      const delay = seconds(read(path), /DRAIN_DELAY\W+(?:value: ")?(\d+)/);
      // 15 seconds for running requests, and 5 to close the database.
      expect(seconds(read(path), pattern), path).toBeGreaterThanOrEqual(delay + 15 + 5);
    }
  });
});
