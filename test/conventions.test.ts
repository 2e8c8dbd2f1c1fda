import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "@backlot/testing/processes";
import { BREAKAGES } from "../tools/mutants/breakages.mjs";
import { contextFaults, contextsOf } from "../tools/lint/contexts.mjs";
import { idiomFaults } from "../tools/lint/idioms.mjs";
import { nameFaults } from "../tools/lint/names.mjs";
import { ownFiles } from "../tools/lint/own-files.mjs";
import { proseFaults } from "../tools/lint/prose.mjs";
import { textFaults } from "../tools/lint/texts.mjs";
import { mistakesIn } from "../tools/mutants/run-breakages.mjs";

const biomeIn = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, "node_modules/@biomejs/biome/bin/biome"), ...args], {
    cwd,
    encoding: "utf8",
  });

/** Returns a version as a comparable number. */
const parts = (version: string): number => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return major * 1e8 + minor * 1e4 + patch;
};

/**
 * Lints files in a folder outside of the repository, as other suites read its sources. Returns what the linter says of
 * each file.
 */
const refusalsOf = (files: Readonly<Record<string, string>>): ReadonlyMap<string, string> => {
  const elsewhere = mkdtempSync(join(tmpdir(), "backlot-direction-"));
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(join(elsewhere, path, ".."), { recursive: true });
    writeFileSync(join(elsewhere, path), text);
  };
  for (const path of ["biome.json", "apps/web/package.json"]) write(path, readFileSync(join(ROOT, path)));
  for (const [path, line] of Object.entries(files)) write(path, `${line}\n`);
  const { stdout } = biomeIn(
    elsewhere,
    "lint",
    "--vcs-enabled=false",
    "--reporter=json",
    "--max-diagnostics=none",
    ".",
  );
  rmSync(elsewhere, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { readonly location: { readonly path: string }; readonly message: string }[];
  };
  const said = new Map<string, string>();
  for (const { location, message } of diagnostics)
    said.set(location.path, `${said.get(location.path) ?? ""}${JSON.stringify(message)}`);
  return said;
};

describe("the conventions", () => {
  it("is linted for the order of its contexts, in every package", () => {
    const contexts = contextsOf("\n| context | contains |\n|---|---|\n| `plans` | a |\n| `orders` | b |\n");
    expect(contexts).toEqual(["plans", "orders"]);
    const files = {
      "packages/domain/src/plans/plan.ts": 'import type { Order } from "../orders/order.ts";',
      "packages/domain/src/orders/order.ts":
        'import { plan } from "../plans/plan.ts";\nimport { all } from "../all.ts";',
      "packages/domain/src/orders/cart.ts": "export const cart = 1;\nexport interface Cart {}",
      "packages/application/src/plans/price.ts":
        'import { type Cart, plan } from "@backlot/domain";\nimport { Order } from "@backlot/domain/orders/order";',
      "packages/application/src/orders/order.ts": 'import { cart } from "@backlot/domain";',
      "packages/ports/src/driven/store.ts": 'import type { Orders } from "../orders/orders.ts";',
      "apps/web/app/features/plans/plan.tsx": 'const Order = lazy(() => import("#features/orders/order.tsx"));',
      "apps/cli/src/shelves/shelf.ts": "",
    };
    const faults = contextFaults(contexts, Object.keys(files), (path) => Reflect.get(files, path));
    expect(faults.map((fault) => fault.split(/[ :]/)[0])).toEqual([
      "packages/domain/src/plans/plan.ts",
      "packages/application/src/plans/price.ts",
      "packages/application/src/plans/price.ts",
      "apps/web/app/features/plans/plan.tsx",
      "apps/cli/src/shelves/shelf.ts",
    ]);
    expect(faults).toContain(
      "packages/application/src/plans/price.ts imports Cart (packages/domain/src/orders/cart.ts), " +
        "but plans comes before orders in docs/architecture.md",
    );
  });

  it("is linted for participles in place of names", () => {
    const faults = (text: string, path = "packages/domain/src/orders/order.ts") =>
      nameFaults(path, text, { "packages/domain/src/pricing/code.ts": ["left"] }).map((fault) => fault.split('"')[1]);
    expect(faults("const found = 1;")).toEqual(["found"]);
    expect(faults("const f = (asked: string, { known }: A, [{ own: [seen] }]: B) => (stored = 1) => asked;")).toEqual([
      "asked",
      "known",
      "seen",
      "own",
      "stored",
    ]);
    expect(faults("interface Code { readonly left: number }")).toEqual(["left"]);
    expect(faults("const code = { left: 1 };")).toEqual(["left"]);
    expect(faults("const code = { left: 1, made: 2 };", "packages/domain/src/pricing/code.ts")).toEqual(["made"]);
    expect(faults("try {} catch (told) {}\nfunction said() {}")).toEqual(["told", "said"]);
    expect(faults("const order = row.found ?? options.known; // It has found known orders.")).toEqual([]);
    expect(faults("const found = 1;", "packages/domain/test/order.test.ts")).toEqual([]);
  });

  it("is linted for one way to read the time, to reach repositories, to fail, and to log", () => {
    const faults = (text: string, path = "packages/application/src/orders/a.ts") =>
      idiomFaults(path, text).map((fault) => fault.split(": ")[1]);
    for (const other of [
      "const { orders } = yield* ReadRepositories;",
      "const read = yield* ReadRepositories;",
      "yield* (yield* Repositories).orders.get(id);",
    ])
      expect(faults(other)).toEqual(["write `const repos = yield* …`, then `repos.orders`"]);
    expect(faults("const at = (yield* Clock).now();")).toEqual(["write `yield* currentTime`"]);
    expect(faults("export const pay = (id: string) =>\n  Effect.gen(function* () {});")).toEqual([
      "write `Effect.fnUntraced(function* …)`",
    ]);
    expect(faults("yield* Effect.fail(new Conflict({}));")).toEqual(["write `return yield* new …`"]);
    expect(faults("const repos = yield* Repositories;\nconst at = yield* currentTime;")).toEqual([]);
    expect(faults("const { orders } = yield* ReadRepositories;", "packages/application/test/a.test.ts")).toEqual([]);
    const prints = 'console.error("no mail", error);';
    expect(faults(prints, "apps/api/src/app.ts")).toEqual(["log with Effect.log… or logError"]);
    for (const elsewhere of ["apps/api/src/backup.ts", "apps/cli/src/main.ts"])
      expect(faults(prints, elsewhere)).toEqual([]);
  });

  it("is linted for American English in docs, comments, messages, and the command", () => {
    expect(proseFaults("docs/a.md", "One\n`licence` and the licence.")).toEqual([
      'docs/a.md:2: "licence": write "license"',
    ]);
    expect(proseFaults("apps/cli/src/a.ts", "say(`Your licence.`); // Or `licence`.")).toHaveLength(1);
    expect(proseFaults("apps/api/src/a.ts", '/** Answers it. */\nconst licence = "a licence";')).toHaveLength(1);
    expect(proseFaults("packages/domain/src/a-messages.ts", 'const words = { a: "Your licence ends." };')).toHaveLength(
      1,
    );
    const screen = 'const b = <p title="A shelf of">Nothing on it <b>any more</b></p>;';
    expect(proseFaults("apps/web/app/a.tsx", screen)).toEqual([
      'apps/web/app/a.tsx:1: "shelf": write "library"',
      'apps/web/app/a.tsx:1: "any more": write "anymore"',
    ]);
    expect(proseFaults("apps/api/src/a.ts", 'say("Nothing on this shelf.");')).toEqual([]);
  });

  it("is linted for text on a screen without its own element, if it or something beside it changes", () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "backlot-texts-"));
    const types = (name: string) => [join(ROOT, "node_modules/@types/react", name)];
    const compilerOptions = {
      ...{ strict: true, jsx: "react-jsx", module: "preserve", types: [], skipLibCheck: true, noEmit: true },
      paths: { react: types("index.d.ts"), "react/jsx-runtime": types("jsx-runtime.d.ts") },
    };
    writeFileSync(join(elsewhere, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.tsx"] }));
    const cases = [
      [1, "<p>Pay {price}</p>"],
      [1, "<p>{price} {name}</p>"],
      [1, "<p>{isNew ? <b>New</b> : null} text</p>"],
      [1, "<p><Maybe /> text</p>"],
      [1, "<div>{isNew ? null : <>or <a href='/'>this</a></>}</div>"],
      [1, "<label><input />{children}</label>"],
      [0, "<p>{'Pay ' + price}</p>"],
      [0, "<p>{isNew ? 'new' : price}</p>"],
      [0, "<p>Read <a href='/'>this</a>.</p>"],
      [0, "<p><span>{price}</span> {isNew ? <b>New</b> : null}</p>"],
      [0, "<section><h2>{name}</h2>{children}</section>"],
    ] as const;
    writeFileSync(
      join(elsewhere, "trial.tsx"),
      [
        "import type { ReactNode } from 'react';",
        "declare const price: number, name: string, isNew: boolean, children: ReactNode;",
        "declare function Maybe(): React.JSX.Element | null;",
        ...cases.map(([, jsx], index) => `export const case${index} = ${jsx};`),
      ].join("\n"),
    );
    const faults = textFaults(join(elsewhere, "tsconfig.json"), () => true);
    rmSync(elsewhere, { recursive: true });
    expect(faults.map((fault) => Number(fault.split(":")[1]) - 4)).toEqual(
      cases.flatMap(([count], index) => (count === 1 ? [index] : [])),
    );
  });

  it("depends at its root on no package of its own, as a test that changes would build the apps anew", () => {
    const { dependencies = {}, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => /^@backlot/.test(name))).toEqual([]);
  });

  it("has no file of rules or use cases of more than 250 lines", () => {
    const long = ["packages/domain/src", "packages/application/src"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name))
        .filter((path) => readFileSync(path, "utf8").split("\n").length > 251),
    );
    expect(long).toEqual([]);
  });

  it("stores nothing in a browser but through what never throws", () => {
    const files = ownFiles(ROOT).filter((path) => /^apps\/web\/app\/.*\.tsx?$/.test(path));
    expect(files.length).toBeGreaterThan(100);
    const direct = files.filter(
      (path) =>
        path !== "apps/web/app/storage.ts" &&
        /\b(?:local|session)Storage\s*[.?[]/.test(readFileSync(join(ROOT, path), "utf8")),
    );
    expect(direct).toEqual([]);
  });

  it("has no line of code of more than 120 columns", () => {
    const files = ownFiles(ROOT).filter((path) => /\.(?:tsx?|mjs|js|css)$/.test(path));
    expect(files.length).toBeGreaterThan(500);
    const long = files.flatMap((path) =>
      readFileSync(join(ROOT, path), "utf8")
        .split("\n")
        .flatMap((line, index) => (line.length > 120 ? [`${path}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it("names tests that exist for each guard that it breaks on purpose", () => {
    const kit = join(ROOT, "testing/src");
    const shared = readdirSync(kit, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => readFileSync(join(each.parentPath, each.name), "utf8"))
      .join("\n");
    const missing = BREAKAGES.filter(
      ({ suite: { file, test = "" } }) =>
        !readFileSync(join(ROOT, file), "utf8").includes(test) && !shared.includes(test),
    ).map(({ name, suite }) => `${name}: ${suite.test}`);
    expect(missing).toEqual([]);
  });

  it("asks outside of the purchases at most ten times what an item is and who is paid", () => {
    const KIND_OR_PAYER = "(?:plan|plan-change|credit-pack|product|stripe|paypal|card)";
    const test = new RegExp(
      // How a payer asks ("card") is a capability, as this test wants it.
      `(?<!asks )[!=]== "${KIND_OR_PAYER}[\\w.-]*"|case "${KIND_OR_PAYER}":|includes\\("${KIND_OR_PAYER}"\\)|` +
        // Comparisons of the PayPal field, and names of Stripe's invoice events.
        '\\bpaypal [!=]== null|"invoice\\.',
      "g",
    );
    const folder = join(ROOT, "packages/application/src");
    const tests = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && !each.parentPath.endsWith("purchases"))
      .map((each) => join(each.parentPath, each.name))
      .flatMap((path) => [...readFileSync(path, "utf8").matchAll(test)].map(([found]) => `${path}: ${found}`));
    expect(tests.length, tests.join("\n")).toBeLessThanOrEqual(10);
    expect(tests).not.toEqual([]);
  });

  it("waits by the guard alone: no test says how many seconds something may take", () => {
    const files = ownFiles(ROOT).filter((path) => /\.test\.ts$|^testing\/src\/.*\.ts$/.test(path));
    expect(files.length).toBeGreaterThan(200);
    expect(files).toContain("testing/src/guard-times.ts");
    const LIMIT =
      /\b(?:timeout|hookTimeout|testTimeout):\s*(?![\s]|GUARD_MS|TEST_GUARD_MS)|\bretry: ?\d|^\s*\}, \d[\d_]{3,}\);$/m;
    const limited = files.filter((path) => LIMIT.test(readFileSync(join(ROOT, path), "utf8")));
    expect(limited).toEqual([]);
  });

  it("knows where each guard stands that it breaks on purpose", () => {
    expect(mistakesIn(BREAKAGES)).toEqual([]);
  });

  it("refuses imports against the direction, and circles, also over an alias of the web app", () => {
    const against = [
      ["packages/domain/src", 'import { readFileSync } from "node:fs";', "no I/O"],
      ["packages/domain/src", 'import type { Store } from "@backlot/ports";', "domain"],
      ["packages/ports/src", 'import { makeStore } from "@backlot/application";', "ports"],
      ["packages/application/src", 'import { makePayments } from "@backlot/adapters-stripe";', "application"],
      ["packages/adapters-stripe/src", 'import { makeTransactions } from "@backlot/adapters-postgres";', "adapter"],
      ["apps/api/src", 'import { PAYPAL } from "@backlot/testing/sandbox";', "test kit"],
      ["apps/cli/src", 'import { SAMPLES } from "@backlot/samples";', "without the samples"],
      ["samples/src", 'import { makeTransactions } from "@backlot/adapters-postgres";', "use cases"],
      ["apps/api/src", 'import { Root } from "@backlot/web/root";', "another app"],
      ["apps/cli/src", 'import { makeApp } from "@backlot/api/app";', "another app"],
      ["apps/sandbox/src", 'import { message } from "@backlot/domain";', "outside world"],
      ["apps/web/app", 'import { makeStore } from "@backlot/application";', "web"],
      ["packages/adapters-postgres/src/migrations", 'import { cents } from "@backlot/domain";', "never changes"],
    ] as const;
    const circles = {
      "packages/domain/src/a.ts": 'import "./b.ts";',
      "packages/domain/src/b.ts": 'import "./a.ts";',
      "apps/web/app/a.ts": 'import "#app/b.ts";',
      "apps/web/app/b.ts": 'import "#app/a.ts";',
    };
    const trials = against.map(([folder, line], index) => [`${folder}/trial-${index}.ts`, line] as const);
    const said = refusalsOf({ ...Object.fromEntries(trials), ...circles });
    for (const [index, [path]] of trials.entries()) expect(said.get(path), path).toContain(against[index]?.[2]);
    for (const path of ["packages/domain/src/a.ts", "apps/web/app/a.ts"]) expect(said.get(path)).toContain("cycle");
  });

  it("names every constraint of a migration after the baseline, for later ones to drop", () => {
    const unnamed = (text: string): readonly string[] =>
      [...text.matchAll(/(?<!constraint \w+\s+|create )\b(?:check \(|unique\b|primary key\b|references )/g)].map(
        ([found]) => found.trim(),
      );
    expect(
      unnamed("id text primary key, n int check (n > 0), u text references accounts (id), unique (id, n)"),
    ).toEqual(["primary key", "check (", "references", "unique"]);
    const named = "alter table a add constraint a_n_positive check (n > 0), add constraint a_key unique (n)";
    expect(unnamed(`${named}; create unique index a_by_n on a (n)`)).toEqual([]);
    const folder = join(ROOT, "packages/adapters-postgres/src/migrations");
    const later = readdirSync(folder).filter((name) => Number(name.slice(0, 4)) > 1);
    expect(later.flatMap((name) => unnamed(readFileSync(join(folder, name), "utf8")))).toEqual([]);
  });

  it("says truly where each requirement is proven", () => {
    const rows = [
      ...readFileSync(join(ROOT, "docs/requirements.md"), "utf8").matchAll(/^\| ([A-Z]{3}-\d{2}) \|.*\| (.*) \|$/gm),
    ];
    expect(rows.length).toBeGreaterThan(80);
    const inside = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
    const suites = [
      ...["packages", "apps"].flatMap(inside).map((path) => `${path}/test`),
      "testing/src/contracts",
      "samples/test",
      "e2e",
      "test",
    ]
      .filter((folder) => existsSync(join(ROOT, folder)))
      .flatMap(inside)
      .filter((path) => /(?:\.test|contracts\/.*)\.ts$/.test(path));
    const texts = new Map(suites.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
    const titlesOf = (path: string): readonly string[] =>
      [...(texts.get(path) ?? "").matchAll(/"((?:[A-Z]{3}-\d\d )+)/g)].map(([, ids = ""]) => ids);
    const inFirstCircle = suites.filter((path) => !path.endsWith(".proof.test.ts"));
    for (const [, id, proofs] of rows) {
      expect(
        inFirstCircle.some((path) => titlesOf(path).some((ids) => ids.includes(id ?? ""))),
        `npm test proves ${id}`,
      ).toBe(true);
      const named = [...(proofs ?? "").matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = ""]) => path);
      const proving = suites.filter((path) => titlesOf(path).some((ids) => ids.includes(id ?? "")));
      expect(named.toSorted(), id).toEqual(proving.toSorted());
    }
  });

  it("keeps every dependency at a version without known holes, pinned, without addresses", () => {
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
      packages: Record<string, { version?: string; resolved?: string; link?: boolean }>;
    };
    const versionsOf = (name: string): string[] =>
      Object.entries(lock.packages).flatMap(([path, entry]) =>
        path.endsWith(`node_modules/${name}`) && entry.version !== undefined ? [entry.version] : [],
      );
    for (const [name, minimum] of [
      ["hono", "4.12.21"],
      ["better-auth", "1.6.11"],
      ["react-router", "8.4.0"],
    ] as const) {
      const versions = versionsOf(name);
      expect(versions.length, name).toBeGreaterThan(0);
      for (const version of versions) expect(parts(version), name).toBeGreaterThanOrEqual(parts(minimum));
    }
    for (const name of ["react-router", "@react-router/dev", "@react-router/node"])
      expect(versionsOf(name), name).toEqual(["8.4.0"]);
    const addressed = Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith("http"));
    expect(addressed).toEqual([]);
  });
});
