import {
  type LogoKind,
  MAX_LOGO_BYTES,
  SELLER_ADDRESS_LINES,
  SHOP_TEXTS,
  type Shop,
  accentColors,
  contrast,
  isAccent,
  isEmail,
  isShopLink,
  logoType,
} from "@backlot/domain";
import type { ShopChange } from "@backlot/ports";
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

const DEFAULT = "default";

type Contact = keyof Shop["contact"];

/** The labels of contacts in `shop show`, and their texts in `shop set --help`. */
const CONTACTS: Readonly<Record<Contact, { readonly label: string; readonly means: string }>> = {
  support_email: { label: "Support", means: "support email address" },
  sales_email: { label: "Sales", means: 'email address for "Contact sales"' },
  discord: { label: "Discord", means: "URL of your Discord community" },
  product_requests: { label: "Product requests", means: "URL where customers request products" },
  roadmap: { label: "Roadmap", means: "URL of the roadmap" },
  selling: { label: "Selling", means: "URL where artists offer their work" },
  jobs: { label: "Jobs", means: "URL of open positions" },
  bug_reports: { label: "Bug reports", means: "URL where customers report bugs" },
};
const CONTACT_NAMES = Object.keys(CONTACTS) as readonly Contact[];

const accentArgument = (text: string): string => {
  if (text === DEFAULT) return text;
  if (!isAccent(text)) throw new InvalidArgumentError('Use a color such as "#0b5fff".');
  return text.toLowerCase();
};

const addressArgument = (text: string): readonly string[] | typeof DEFAULT => {
  if (text === DEFAULT) return text;
  const lines = text.split(";");
  if (lines.length > SELLER_ADDRESS_LINES)
    throw new InvalidArgumentError(`Use up to ${SELLER_ADDRESS_LINES} lines, separated by semicolons.`);
  return lines.map(wordsArgument(SHOP_TEXTS.seller_address));
};

const emailArgument = (text: string): string => {
  if (text !== DEFAULT && !isEmail(text)) throw new InvalidArgumentError("Use an address such as help@shop.example.");
  return text;
};

const urlArgument = (text: string): string => {
  if (text !== DEFAULT && !isShopLink(text)) throw new InvalidArgumentError("Use a URL such as https://shop.example.");
  return text;
};

/** Returns the name of a field's option, such as `support-email` for `support_email`. */
const optionName = (field: string): string => field.replaceAll("_", "-");

/** The option that sets each field, and its parser. */
const SETTERS: Readonly<Record<keyof ShopChange, Option>> = {
  name: new Option("--name <text>", "the store's name").argParser(wordsArgument(SHOP_TEXTS.name)),
  title: new Option("--title <text>", "the title of the home page").argParser(wordsArgument(SHOP_TEXTS.title)),
  description: new Option("--description <text>", "the home page's description for search engines").argParser(
    wordsArgument(SHOP_TEXTS.description),
  ),
  slogan: new Option("--slogan <text>", "the tagline in the footer").argParser(wordsArgument(SHOP_TEXTS.slogan)),
  accent: new Option("--accent <color>", 'the color of buttons, such as "#0b5fff"').argParser(accentArgument),
  seller_name: new Option("--seller-name <text>", "the seller on receipts and certificates").argParser(
    wordsArgument(SHOP_TEXTS.seller_name),
  ),
  seller_address: new Option(
    "--seller-address <lines>",
    'the seller\'s address, such as "1 Mill Street; Springfield"',
  ).argParser(addressArgument),
  seller_tax_id: new Option("--seller-tax-id <text>", "the seller's tax ID").argParser(
    wordsArgument(SHOP_TEXTS.seller_tax_id),
  ),
  ...(Object.fromEntries(
    CONTACT_NAMES.map((name) => [
      name,
      name.endsWith("_email")
        ? new Option(`--${optionName(name)} <address>`, CONTACTS[name].means).argParser(emailArgument)
        : new Option(`--${optionName(name)} <url>`, CONTACTS[name].means).argParser(urlArgument),
    ]),
  ) as Record<Contact, Option>),
};
const FIELDS = Object.keys(SETTERS) as readonly (keyof ShopChange)[];

type SetOptions = ShopOptions & ByStaff & Readonly<Record<string, unknown>>;

/** Describes how an accent color appears in each theme. */
const accentText = (accent: string): string => {
  const { light, dark } = accentColors(accent);
  const figure = contrast(accent, light.on).toFixed(1);
  const lines = light.ring === dark.ring ? light.ring : `${light.ring} on light pages and ${dark.ring} on dark ones`;
  return `${accent}, with text in ${light.on} (contrast ${figure}) and lines in ${lines}`;
};

const sellerText = ({ name, seller }: Shop): string =>
  [
    seller.name ?? `${name} (the store's name)`,
    ...(seller.address.length === 0 ? ["no address"] : seller.address),
    seller.tax_id === null ? "no tax ID" : `tax ID ${seller.tax_id}`,
  ].join(", ");

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
    `Logos: ${logos.length === 0 ? "none (pages show the name)" : logos.join(", ")}`,
    `Seller: ${sellerText(shop)}`,
    ...CONTACT_NAMES.map((name) => `${CONTACTS[name].label}: ${shop.contact[name] ?? "not set"}`),
  ];
  output.out(lines.map((line) => wrapAnsi(line, terminalWidth())).join("\n"));
};

const set = async (options: SetOptions, output: Output): Promise<void> => {
  const change = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = options[SETTERS[field].attributeName()];
      return value === undefined ? [] : [[field, value === DEFAULT ? null : value]];
    }),
  );
  if (Object.keys(change).length === 0)
    throw new CommandFailed(
      "usage",
      `Nothing to set. Pass at least one of ${FIELDS.map((field) => `--${optionName(field)}`).join(", ")}.`,
    );
  const payload = { ...change, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, ({ support }) => support.putShop({ payload }));
  show(data, options, output);
};

const setLogo = async (path: string, options: ShopOptions & ByStaff & { on: LogoKind }, output: Output) => {
  const file = await readGiven(path, "a PNG, WebP, or SVG file");
  if (logoType(file) === null) throw new CommandFailed("usage", `${path} is not a PNG, WebP, or SVG file.`);
  if (file.length > MAX_LOGO_BYTES)
    throw new CommandFailed("usage", `${path} is too large. Use a file of at most ${MAX_LOGO_BYTES / 1_000} kB.`);
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
  new Option("--on <place>", "where the logo appears: on light pages, on dark pages, or as the browser tab icon")
    .choices(["light", "dark", "icon"])
    .makeOptionMandatory();

/** Adds `backlot shop`: the store's name, look, seller, and contacts. */
const addShopCommand = (program: Command, output: Output): void => {
  const shop = program.command("shop").description("show and change the store's name, look, seller, and contacts");
  const add = asksSupport(shop);
  add("show", "show the store's name, texts, accent color, logos, seller, and contacts", ["show"]).action(
    async (options: ShopOptions) =>
      show((await askSupport(options.store, options.key, ({ support }) => support.shop())).data, options, output),
  );
  const setCommand = takesReason(
    add("set", `change the name, texts, accent color, seller, or contacts; "${DEFAULT}" resets a field`, [
      'set --name "Northern Plates" --accent "#0b5fff" --reason "our own name"',
      'set --support-email help@shop.example --discord https://discord.gg/plates --reason "our contacts"',
      'set --slogan default --reason "back to the default"',
    ]),
  );
  for (const field of FIELDS) setCommand.addOption(SETTERS[field]);
  setCommand.action((options: SetOptions) => set(options, output));
  takesReason(
    add("logo", "set a logo; if you set only light or only dark, all pages use it", [
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

export const registration: Registration = { group: "Store", place: 13, add: addShopCommand };
