import { type LegalSlug, LEGAL_SLUGS, MAX_ARTICLE_DESCRIPTION, MAX_ARTICLE_TITLE, longDate } from "@backlot/domain";
import { Argument, Option, type Command } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason, wordsArgument } from "../arguments.ts";
import { markdownIn } from "./markdown-file.ts";
import { type Output, table } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface LegalOptions extends Common {
  readonly key?: string;
}

interface PutOptions extends LegalOptions, ByStaff {
  readonly file: string;
  readonly title?: string;
  readonly description?: string;
}

const list = async ({ store, key, json }: LegalOptions, output: Output): Promise<void> => {
  const texts = [];
  for (const slug of LEGAL_SLUGS)
    texts.push((await askSupport(store, key, ({ articles }) => articles.legal({ params: { slug }, query: {} }))).data);
  if (json) return output.out(pretty(texts.map(({ body: _, ...text }) => text)));
  output.out(
    await table(
      ["Path", "Title", "Version", "Published", "Versions"],
      texts.map(({ slug, title, version, published_at, versions }) => [
        `/${slug}`,
        title,
        version,
        published_at === null ? "ships with Backlot" : longDate(published_at),
        String(versions.length),
      ]),
    ),
  );
};

const show = async (slug: LegalSlug, { store, key, json }: LegalOptions, output: Output): Promise<void> => {
  const { data } = await askSupport(store, key, ({ support }) => support.legalSource({ params: { slug } }));
  if (json) return output.out(pretty(data));
  output.err(`/${slug}, version ${data.version}: ${data.title}\n${data.description}`);
  output.out(data.source.replace(/\n$/, ""));
};

const put = async (slug: LegalSlug, options: PutOptions, output: Output): Promise<void> => {
  const { store, key } = options;
  const source = await markdownIn(options.file);
  const { data: before } = await askSupport(store, key, ({ support }) => support.legalSource({ params: { slug } }));
  const { title = before.title, description = before.description } = options;
  const payload = { slug, title, description, source, ...byStaff(options) };
  const { data } = await askSupport(store, key, ({ support }) => support.putLegal({ payload }));
  output.out(
    options.json
      ? pretty(data)
      : `Version ${data.version} of /${slug} is now in effect. Customers can still read the versions they agreed to.`,
  );
};

const slugArgument = () => new Argument("<text>", "the legal text").choices([...LEGAL_SLUGS]);

/** Adds `backlot legal`: the terms of service, the privacy policy, and the license agreement. */
const addLegalCommand = (program: Command, output: Output): void => {
  const legal = program
    .command("legal")
    .description("show and publish the terms of service, privacy policy, and license agreement");
  const add = asksSupport(legal);
  add("list", "list the versions in effect", ["list"]).action((options: LegalOptions) => list(options, output));
  add("show", "print the current text as Markdown", ["show terms-of-service > terms.md"])
    .addArgument(slugArgument())
    .action((slug: LegalSlug, options: LegalOptions) => show(slug, options, output));
  takesReason(
    add("publish", "publish a new version of a text; earlier versions stay readable", [
      'publish terms-of-service --file terms.md --reason "reviewed by our lawyer"',
    ]),
  )
    .addArgument(slugArgument())
    .addOption(new Option("--file <path>", "the text, as Markdown").makeOptionMandatory())
    .addOption(new Option("--title <text>", "title (default: unchanged)").argParser(wordsArgument(MAX_ARTICLE_TITLE)))
    .addOption(
      new Option("--description <text>", "description for search engines (default: unchanged)").argParser(
        wordsArgument(MAX_ARTICLE_DESCRIPTION),
      ),
    )
    .action((slug: LegalSlug, options: PutOptions) => put(slug, options, output));
};

export const registration: Registration = { group: "Store", place: 14, add: addLegalCommand };
