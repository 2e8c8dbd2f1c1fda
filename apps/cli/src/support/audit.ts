import { type Instant, utcMinute } from "@backlot/domain";
import { staffActionText } from "@backlot/domain/support/store-change";
import type { AuditPage } from "@backlot/ports";
import { type Command, Option } from "commander";
import { type Common, asksSupport, pretty, timeArgument } from "../arguments.ts";
import { type Output, table } from "../output.ts";
import { allPages, askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface AuditOptions extends Common {
  readonly key?: string;
  readonly actor?: string;
  readonly since?: Instant;
  readonly all?: boolean;
}

const pageOf = (
  { store, key, actor, since }: AuditOptions,
  page: { readonly starting_after?: number; readonly limit: number },
): Promise<AuditPage> => {
  const filter = { ...(actor === undefined ? {} : { actor }), ...(since === undefined ? {} : { since }) };
  return askSupport(store, key, (client) => client.support.actions({ query: { ...filter, ...page } }));
};

/** The number of actions to print without `--all`. */
const LISTED = 20;
/** The number of actions to read at once with `--all`. */
const AT_ONCE = 100;

const list = async (options: AuditOptions, output: Output): Promise<void> => {
  const { data, has_more } = options.all
    ? {
        data: await allPages<AuditPage["data"][number], number>(
          (last) => pageOf(options, { limit: AT_ONCE, ...(last === undefined ? {} : { starting_after: last }) }),
          ({ seq }) => seq,
        ),
        has_more: false,
      }
    : await pageOf(options, { limit: LISTED });
  if (options.json) return output.out(pretty(data));
  const isFiltered = options.actor !== undefined || options.since !== undefined;
  if (data.length === 0) return output.out(isFiltered ? "No changes match." : "There are no changes.");
  output.out(
    await table(
      ["Time (UTC)", "By", "Key", "Customer", "Action", "Reason"],
      data.map((action) => [
        utcMinute(action.at),
        action.actor,
        // With the shared key, the name is unverified.
        action.proven ? "own" : "shared",
        action.email ?? "",
        staffActionText(action),
        action.reason,
      ]),
    ),
  );
  if (has_more) output.err(`Showing the latest ${data.length}. Add --all to list everything.`);
};

/** Adds `backlot audit list`: the support staff's changes to accounts and to the whole store. */
const addAuditCommand = (program: Command, output: Output): void => {
  const audit = program.command("audit").description("list staff changes and their reasons");
  asksSupport(audit)("list", "list staff changes to accounts and to the store, newest first", [
    "list",
    "list --actor ada --all",
  ])
    .option("--actor <name>", "only this person's changes")
    .addOption(new Option("--since <time>", "only changes since this time").argParser(timeArgument))
    .option("--all", "list everything, not just the latest 20")
    .action((options: AuditOptions) => list(options, output));
};

export const registration: Registration = { group: "Store", place: 4, add: addAuditCommand };
