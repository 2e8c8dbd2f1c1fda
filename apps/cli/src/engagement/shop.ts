import { type LogoKind, MAX_LOGO_BYTES, type Shop, accentColors, contrast, logoType } from "@backlot/domain";
import { type Command, InvalidArgumentError, Option } from "commander";
import { wrapAnsi } from "fast-wrap-ansi";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason, wordsArgument } from "../arguments.ts";
import { readGiven } from "../given-file.ts";
import { CommandFailed, type Output } from "../output.ts";
import { terminalWidth } from "../table.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface ShopOptions extends Common {
  readonly key?: string;
}

interface SetOptions extends ShopOptions, ByStaff {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly slogan?: string;
  readonly accent?: string;
}

const FIELDS = ["name", "title", "description", "slogan", "accent"] as const;
/** The value that resets a field. */
const DEFAULT = "default";

const accentArgument = (text: string): string => {
  if (text === DEFAULT) return text;
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new InvalidArgumentError('Use a color such as "#0b5fff".');
  return text.toLowerCase();
};

/** Says what becomes of an accent color in each theme. */
const accentText = (accent: string): string => {
  const { light, dark } = accentColors(accent);
  const figure = contrast(accent, light.on).toFixed(1);
  const lines = light.ring === dark.ring ? light.ring : `${light.ring} on light pages and ${dark.ring} on dark ones`;
  return `${accent}, with text in ${light.on} (contrast ${figure}) and lines in ${lines}`;
};

const show = (shop: Shop, options: ShopOptions, output: Output): void => {
  if (options.json) {
    output.out(pretty(shop));
    return;
  }
  const logos = Object.entries(shop.logos).flatMap(([kind, url]) => (url === null ? [] : [kind]));
  const lines = [
    `Name: ${shop.name}`,
    `Title: ${shop.title}`,
    `Description: ${shop.description}`,
    `Slogan: ${shop.slogan}`,
    `Accent: ${shop.accent === null ? "default" : accentText(shop.accent)}`,
    `Logos: ${logos.length === 0 ? "none, so the name is shown" : logos.join(", ")}`,
  ];
  output.out(lines.map((line) => wrapAnsi(line, terminalWidth())).join("\n"));
};

const set = async (options: SetOptions, output: Output): Promise<void> => {
  const change = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = options[field];
      return value === undefined ? [] : [[field, value === DEFAULT ? null : value]];
    }),
  );
  if (Object.keys(change).length === 0)
    throw new CommandFailed(
      "usage",
      `Nothing to set: pass at least one of ${FIELDS.map((field) => `--${field}`).join(", ")}.`,
    );
  const payload = { ...change, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, ({ support }) => support.putShop({ payload }));
  show(data, options, output);
};

const setLogo = async (path: string, options: ShopOptions & ByStaff & { on: LogoKind }, output: Output) => {
  const file = await readGiven(path, "a PNG, WebP, or SVG file");
  if (logoType(file) === null) throw new CommandFailed("usage", `${path} is not a PNG, WebP, or SVG file.`);
  if (file.length > MAX_LOGO_BYTES)
    throw new CommandFailed("usage", `${path} is too large: use a file of at most ${MAX_LOGO_BYTES / 1_000} kB.`);
  const payload = { data: file.toString("base64"), ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, ({ support }) =>
    support.putLogo({ params: { kind: options.on }, payload }),
  );
  show(data, options, output);
};

const removeLogo = async (options: ShopOptions & ByStaff & { on: LogoKind }, output: Output): Promise<void> => {
  const query = byStaff(options);
  const { store, key } = options;
  await askSupport(store, key, ({ support }) => support.removeLogo({ params: { kind: options.on }, query }));
  show((await askSupport(store, key, ({ support }) => support.shop())).data, options, output);
};

const on = () =>
  new Option("--on <place>", "where to use it: light pages, dark pages, or the browser tab icon")
    .choices(["light", "dark", "icon"])
    .makeOptionMandatory();

/** Adds `backlot shop`: the store's name and look. */
const addShopCommand = (program: Command, output: Output): void => {
  const shop = program.command("shop").description("show and change the store's name and look");
  const add = asksSupport(shop);
  add("show", "show the name, texts, colors, and logos that customers see", ["show"]).action(
    async (options: ShopOptions) =>
      show((await askSupport(options.store, options.key, ({ support }) => support.shop())).data, options, output),
  );
  takesReason(
    add("set", `change the name, texts, or accent color; "${DEFAULT}" resets a field`, [
      'set --name "Northern Plates" --accent "#0b5fff" --reason "our own name"',
      'set --slogan default --reason "back to the usual one"',
    ]),
  )
    .addOption(new Option("--name <text>", "the store's name").argParser(wordsArgument(60)))
    .addOption(new Option("--title <text>", "the title of the home page").argParser(wordsArgument(120)))
    .addOption(
      new Option("--description <text>", "the home page's description for search engines").argParser(
        wordsArgument(300),
      ),
    )
    .addOption(new Option("--slogan <text>", "the sentence in the footer").argParser(wordsArgument(120)))
    .addOption(new Option("--accent <color>", 'the color of buttons, such as "#0b5fff"').argParser(accentArgument))
    .action((options: SetOptions) => set(options, output));
  takesReason(
    add("logo", "set a logo; if you set only the light or the dark one, all pages use it", [
      'logo logo.svg --on light --reason "our own logo"',
    ]),
  )
    .argument("<file>", `a PNG, WebP, or SVG file of at most ${MAX_LOGO_BYTES / 1_000} kB`)
    .addOption(on())
    .action((path: string, options: ShopOptions & ByStaff & { on: LogoKind }) => setLogo(path, options, output));
  takesReason(add("remove-logo", "remove a logo", ['remove-logo --on light --reason "new logo coming"']))
    .addOption(on())
    .action((options: ShopOptions & ByStaff & { on: LogoKind }) => removeLogo(options, output));
};

export const registration: Registration = { group: "The whole store", place: 13, add: addShopCommand };
