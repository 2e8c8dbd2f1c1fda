import { formatWhole } from "@backlot/domain/kernel/whole-number";
import { FAULT_ADVICE, type FaultCode } from "@backlot/domain/support/fault";
import type { AccountCheck, FaultView } from "@backlot/ports";
import { type Command, Option } from "commander";
import { type Common, json, pretty, store, supportKey } from "../arguments.ts";
import { CUSTOMER_ARGUMENT, customerNamed } from "../customer-named.ts";
import { Ended, type Output, colored, indented, plural } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface DoctorOptions extends Common {
  readonly key?: string;
  readonly customer?: string;
  readonly all?: boolean;
}

/** A fault, with the customer it affects, if any. */
type Found = FaultView & { readonly email?: string; readonly user_id?: string };

interface Checked {
  readonly checked: number;
  readonly faults: readonly Found[];
}

/** Checks all customers page by page, and then the whole store. */
const checkAll = async ({ store: url, key }: DoctorOptions, { progress }: Output): Promise<Checked> => {
  const faults: Found[] = [];
  let checked = 0;
  let next: string | null = null;
  do {
    const query: { readonly starting_after?: string } = next === null ? {} : { starting_after: next };
    const { data } = await askSupport(url, key, (client) => client.support.checkAccounts({ query })).finally(() =>
      progress?.(""),
    );
    faults.push(...data.faults);
    checked += data.checked;
    next = data.next;
    progress?.(`Checked ${formatWhole(checked)} customers…`);
  } while (next !== null);
  progress?.("");
  const { data } = await askSupport(url, key, (client) => client.support.checkStore());
  return { checked, faults: [...faults, ...data.faults] };
};

const checkOne = async (name: string, options: DoctorOptions): Promise<AccountCheck> => {
  const customer = await customerNamed(name, options);
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.checkAccounts({ query: { customer } }),
  );
  return data;
};

/** Returns a kind of fault as a heading, such as "Charged twice". */
const heading = (code: FaultCode): string => {
  const words = code.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** The number of faults of one kind to print without `--all`. */
const SHOWN = 10;

const section = (
  code: FaultCode,
  faults: readonly Found[],
  { most, output }: { readonly most: number; readonly output: Output },
): string =>
  [
    colored("red", `${heading(code)} (${faults.length})`, output),
    indented(`What to do: ${FAULT_ADVICE[code]}`, 2),
    ...faults
      .slice(0, most)
      .map(({ about, says, email }) => indented(`- ${email === undefined ? "" : `${email}, `}${about}: ${says}`, 2, 4)),
    ...(faults.length > most ? [`  … and ${faults.length - most} more. Add --all to list everything.`] : []),
  ].join("\n");

const doctor = async (options: DoctorOptions, output: Output): Promise<void> => {
  const isWhole = options.customer === undefined;
  const { checked, faults } =
    options.customer === undefined ? await checkAll(options, output) : await checkOne(options.customer, options);
  const customers = `${formatWhole(checked)} customer${checked === 1 ? "" : "s"}`;
  const who = isWhole ? `${customers} with purchases or credits` : customers;
  if (options.json) output.out(pretty({ checked, faults }));
  else if (faults.length === 0)
    output.out(`${colored("green", "No problems found", output)}. Checked ${who}${isWhole ? ", and the store" : ""}.`);
  else {
    const most = options.all ? faults.length : SHOWN;
    const sections = [...new Set(faults.map(({ code }) => code))].map((code) => {
      const faultsOfCode = faults.filter((each) => each.code === code);
      return section(code, faultsOfCode, { most, output });
    });
    output.out(sections.join("\n\n"));
    output.err(`\n${plural(faults.length, "problem")} found. Checked ${who}.`);
  }
  if (faults.length > 0) throw new Ended(1);
};

/** Adds `backlot doctor`, which checks that payments, credits, items, plans, and the providers agree. */
const addDoctorCommand = (program: Command, output: Output): void => {
  program
    .command("doctor")
    .description("check that payments, credits, items, and plans add up")
    .addOption(new Option("--customer <text>", `check only one customer: ${CUSTOMER_ARGUMENT}`))
    .option("--all", "list every problem, not just the first 10 of each kind")
    .addOption(store())
    .addOption(supportKey())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExits with 1 if it finds a problem.\n\nExamples:\n  $ backlot doctor --store http://127.0.0.1:3000\n" +
        "  $ backlot doctor --customer ada@example.com --store http://127.0.0.1:3000",
    )
    .action((options: DoctorOptions) => doctor(options, output));
};

export const registration: Registration = { group: "Store", place: 1, add: addDoctorCommand };
