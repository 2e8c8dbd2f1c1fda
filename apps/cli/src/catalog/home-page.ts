import type { HomePage } from "@backlot/domain/catalog/home-page.schema";
import { type Command, Option } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason } from "../arguments.ts";
import { CommandFailed, type Output } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface HomeOptions extends Common {
  readonly key?: string;
}

interface SetOptions extends HomeOptions, ByStaff {
  readonly hero?: string;
  readonly featured?: readonly string[];
  readonly categories?: readonly string[];
}

/** Parses comma-separated slugs. "none" is an empty list. */
const slugsArgument = (text: string): readonly string[] =>
  text === "none"
    ? []
    : text
        .split(",")
        .map((slug) => slug.trim())
        .filter((slug) => slug !== "");

const show = ({ hero, featured, categories }: HomePage, output: Output): void =>
  output.out(
    [
      `Hero:        ${hero ?? "the first collection shown"}`,
      `Featured:    ${featured.length === 0 ? "the newest" : featured.join(", ")}`,
      `Categories:  ${categories.length === 0 ? "the largest first" : `${categories.join(", ")}, then the largest`}`,
    ].join("\n"),
  );

const readHome = async (options: HomeOptions): Promise<HomePage> =>
  (await askSupport(options.store, options.key, (client) => client.support.homePage())).data;

const set = async (options: SetOptions, output: Output): Promise<void> => {
  const { hero, featured, categories } = options;
  if (hero === undefined && featured === undefined && categories === undefined)
    throw new CommandFailed("usage", "Pass at least one of --hero, --featured, and --categories.");
  const payload = {
    ...(hero === undefined ? {} : { hero: hero === "none" ? null : hero }),
    ...(featured === undefined ? {} : { featured }),
    ...(categories === undefined ? {} : { categories }),
    ...byStaff(options),
  };
  const { data } = await askSupport(options.store, options.key, (client) => client.support.putHomePage({ payload }));
  if (options.json) output.out(pretty(data));
  else show(data, output);
};

/** Adds `backlot home`: the home page's settings. */
const addHomeCommand = (program: Command, output: Output): void => {
  const home = program.command("home").description("show and change the home page's featured content");
  const add = asksSupport(home);
  add("show", "show the hero, featured collections, and categories", ["show"]).action(async (options: HomeOptions) => {
    const page = await readHome(options);
    if (options.json) output.out(pretty(page));
    else show(page, output);
  });
  takesReason(
    add("set", "set the hero, featured collections, and first categories; omitted options stay unchanged", [
      'set --hero flamethrower --reason "launch"',
      'set --featured ground-fire,campfire --categories fire,smoke --reason "autumn"',
      'set --hero none --featured none --reason "back to normal"',
    ]),
  )
    .addOption(new Option("--hero <slug>", 'the hero collection, or "none" for the default'))
    .addOption(
      new Option("--featured <slugs>", 'comma-separated collections to show before the newest, or "none"').argParser(
        slugsArgument,
      ),
    )
    .addOption(
      new Option("--categories <slugs>", 'comma-separated categories to list first, or "none"').argParser(
        slugsArgument,
      ),
    )
    .action((options: SetOptions) => set(options, output));
};

export const registration: Registration = { group: "Store", place: 12, add: addHomeCommand };
