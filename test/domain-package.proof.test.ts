import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import * as domain from "@backlot/domain";
import { type BuildOptions, type Plugin, build } from "esbuild";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@backlot/testing/processes";

const SOURCE = join(ROOT, "packages/domain");
const sources = readdirSync(join(SOURCE, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

const BUNDLING = {
  bundle: true,
  write: false,
  format: "esm",
  minify: true,
  treeShaking: true,
  metafile: true,
  conditions: ["@backlot/source"],
  external: ["effect", "effect/*"],
} satisfies BuildOptions;

/**
 * Returns the size of each export in bytes, bundled alone. One build with an entry for each reads the sources only
 * once.
 */
const sizesOf = async (names: readonly string[]): Promise<readonly (readonly [string, number])[]> => {
  const entries: Plugin = {
    name: "one-export",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^only:/ }, ({ path }) => ({ path: path.slice(5), namespace: "only" }));
      onLoad({ filter: /.*/, namespace: "only" }, ({ path }) => ({
        contents: `export { ${path} } from "@backlot/domain";`,
        resolveDir: SOURCE,
      }));
    },
  };
  const entryPoints = names.map((name) => ({ in: `only:${name}`, out: name }));
  const { outputFiles } = await build({ ...BUNDLING, entryPoints, outdir: "/", plugins: [entries] });
  return outputFiles.map(({ path, contents }) => [basename(path, ".js"), contents.byteLength] as const);
};

const bundle = async (contents: string) => {
  const built = await build({ ...BUNDLING, stdin: { contents, resolveDir: SOURCE } });
  const imports = Object.values(built.metafile.outputs).flatMap((output) => output.imports.map((each) => each.path));
  return { bytes: built.outputFiles[0]?.contents.byteLength ?? 0, imports };
};

describe("the domain as a package for others", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "backlot-domain-"));
    for (const part of ["package.json", "src"]) cpSync(join(SOURCE, part), join(folder, part), { recursive: true });
    const compiled = spawnSync(
      join(ROOT, "node_modules/.bin/tsc"),
      ["-p", "tsconfig.build.json", "--outDir", join(folder, "dist")],
      {
        cwd: SOURCE,
        encoding: "utf8",
      },
    );
    expect(compiled.status, compiled.stdout).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("DEV-01 is published as publint and attw want it", async () => {
    const { messages } = await publint({ pkgDir: folder, pack: false });
    expect(messages).toEqual([]);
    const packed = spawnSync("npm", ["pack", "--json", "--loglevel=error", "--ignore-scripts"], {
      cwd: folder,
      encoding: "utf8",
    });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    const checked = await checkPackage(
      createPackageFromTarballData(new Uint8Array(readFileSync(join(folder, filename)))),
      {
        entrypoints: [
          ".",
          ...sources.filter((file) => file !== "index.ts").map((file) => `./${file.replace(/\.ts$/, "")}`),
        ],
      },
    );
    // The package only has ES modules, which Node 22 and every bundler support. CommonJS is not supported.
    const wrong =
      checked.types === false
        ? ["no types"]
        : checked.problems.filter((problem) => problem.kind !== "CJSResolvesToESM" && problem.kind !== "NoResolution");
    expect(wrong).toEqual([]);
    const missing =
      checked.types === false
        ? []
        : checked.problems.filter((problem) => problem.kind === "NoResolution" && problem.resolutionKind !== "node10");
    expect(missing).toEqual([]);
  });

  it("DEV-01 loads nothing but effect's Result, no Schema and nothing of Node's, and opens no handle", async () => {
    const whole = await bundle('export * from "@backlot/domain";');
    expect(new Set(whole.imports)).toEqual(new Set(["effect/Result"]));
    const code = 'import("@backlot/domain").then(() => console.log(JSON.stringify(process.getActiveResourcesInfo())))';
    const loaded = spawnSync(process.execPath, ["--conditions=@backlot/source", "--input-type=module", "-e", code], {
      cwd: SOURCE,
      encoding: "utf8",
    });
    const handles = (JSON.parse(loaded.stdout) as string[]).filter((handle) => !/^(PipeWrap|TTYWrap)$/.test(handle));
    expect(handles, loaded.stderr).toEqual([]);
  });

  // The exports that need more than a kilobyte, their limits, and why.
  const LARGER: readonly { readonly why: string; readonly bytes: number; readonly names: readonly string[] }[] = [
    {
      why: "says a sentence of the table of sentences",
      bytes: 12_500,
      names: [
        "MESSAGES",
        "ACCOUNT_MESSAGES",
        "ORDER_MESSAGES",
        "SUBSCRIPTION_MESSAGES",
        "message",
        "joinMessages",
        "changeDoneMessage",
        "loginFailureText",
        "downloadRefusalMessage",
        "changeErrorMessage",
        "changePreviewFacts",
        "checkoutReminder",
        "overdueText",
        "endOf",
        "endingText",
        "teamRefusalMessage",
        "legacyLossMessage",
        "certificateRefusalMessage",
        "priceListProblemText",
      ],
    },
    {
      why: "weighs completions, other forms, synonyms, and slips of a searched word",
      bytes: 2_100,
      names: ["correctWords"],
    },
    {
      why: "looks into the list of common passwords",
      bytes: 7_500,
      names: ["passwordProblem", "signupProblems"],
    },
    {
      why: "checks a name or an address character by character",
      bytes: 2_200,
      names: [
        "licenseeProblems",
        "profileProblems",
        "newsletterProblems",
        "newsletterReducer",
        "maySubmitNewsletter",
        "showsFieldError",
      ],
    },
    {
      why: "looks into the table of licenses",
      bytes: 2_600,
      names: [
        "checkoutRedirect",
        "offeredVariants",
        "buyableItems",
        "orderedOffer",
        "cartItemLabel",
        "planVariant",
        "planVariantsFor",
        "planLineLabel",
        "certificateLicenseText",
        "certificateLines",
        "coveredLines",
        "supportActionText",
      ],
    },
    {
      why: "is the table of rate limits, which says what each counts",
      bytes: 2_600,
      names: ["RATE_LIMITS"],
    },
    {
      why: "says of every price and file of a collection what is wrong with it",
      bytes: 1_500,
      names: ["stockProblems"],
    },
    {
      why: "finds the tax in each payment behind account credit, or pays it out",
      bytes: 1_200,
      names: ["accountCreditWithTax", "creditPayouts"],
    },
    {
      why: "puts two plans side by side: with their licenses, credits, and payments",
      bytes: 2_200,
      names: ["planComparison"],
    },
    {
      why: "says when a plan renews, ends, or is overdue, with its discount, account credit, and amount",
      bytes: 1_200,
      names: ["nextPaymentText", "paymentText"],
    },
    {
      why: "knows what every payer takes, and how it is named",
      bytes: 1_800,
      names: [
        "billingDayNote",
        "isBeingPlaced",
        "itemsError",
        "mayCapture",
        "orderExpiry",
        "paidWithText",
        "payerRefusal",
        "payerRefusalText",
        "payerWords",
        "payersFor",
      ],
    },
    {
      why: "decides for every payer, and says why one can't pay",
      bytes: 2_700,
      names: ["waysToPay"],
    },
    {
      why: "decides for every payer",
      bytes: 1_900,
      names: ["waysUnder"],
    },
    {
      why: "has the price factors of the licenses, and the badge values",
      bytes: 1_600,
      names: ["planPriceReason", "itemPriceReason"],
    },
    {
      why: "walks the tree of questions",
      bytes: 3_600,
      names: ["confirmLicenseReducer", "answerQuestion"],
    },
    {
      why: "is made of other rules: prices, discounts, calendars, the ledger",
      bytes: 4_900,
      names: [
        "previewChange",
        "validateChange",
        "validatePriceList",
        "offersOf",
        "priceListChanges",
        "priceListWarnings",
        "priceListWarningText",
        "priceRuleChanges",
        "quotePlan",
        "quotePack",
        "quoteCart",
        "startSubscription",
        "renew",
        "resumeError",
        "billingCorrection",
        "itemOffer",
        "slotFor",
        "applyPlanChange",
        "quoteUpgrade",
        "explainQuote",
        "applyUpgrade",
        "revokeReturned",
        "subscriptionAfterRefund",
        "fundingStateOf",
        "openingEntries",
      ],
    },
    {
      why: "is made of other rules: prices, downloads, what every payer takes",
      bytes: 5_000,
      names: ["productOffer"],
    },
    {
      why: "has the words for every part of a price",
      bytes: 5_200,
      names: ["priceReasons"],
    },
    {
      why: "takes a refund's cents through all that a customer holds",
      bytes: 6_800,
      names: ["applyRefund"],
    },
  ];
  it("DEV-01 one rule brings no more than it needs: a kilobyte, or what is named here", async () => {
    const names = Object.keys(domain);
    expect(names.length).toBeGreaterThan(200);
    const sizes = await sizesOf(names);
    expect(sizes).toHaveLength(names.length);
    const limits = new Map(LARGER.flatMap(({ names: named, bytes }) => named.map((name) => [name, bytes] as const)));
    expect(
      sizes
        .filter(([name, bytes]) => bytes > (limits.get(name) ?? 1_024))
        .map(([name, bytes]) => `${name}: ${bytes} bytes`),
    ).toEqual([]);
    expect(
      sizes.filter(([name, bytes]) => limits.has(name) && bytes <= 1_024).map(([name]) => `${name} needs no exception`),
    ).toEqual([]);
  });

  it("DEV-01 every export says what it is", () => {
    const silent = sources.flatMap((file) => {
      const lines = readFileSync(join(SOURCE, "src", file), "utf8").split("\n");
      return lines.flatMap((line, index) => {
        const name = /^export (?:const|type|interface|function|class) (\w+)/.exec(line)?.[1];
        if (name === undefined || lines[index - 1]?.trimEnd().endsWith("*/")) return [];
        // A schema and its type share a name and a doc comment.
        const schema =
          lines.some((other) => other.startsWith(`export const ${name} = `)) && line.startsWith("export type");
        return schema ? [] : [`${file}: ${name}`];
      });
    });
    expect(silent).toEqual([]);
  });
});
