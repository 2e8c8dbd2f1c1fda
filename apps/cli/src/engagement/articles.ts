import {
  type ArticleKind,
  type ArticleSource,
  type ArticleSummary,
  MAX_ARTICLE_DESCRIPTION,
  MAX_ARTICLE_TITLE,
  SITE_PAGES,
  TUTORIALS,
  articlePath,
  utcDay,
} from "@backlot/domain";
import { Argument, Option, type Command } from "commander";
import { type ByStaff, type Common, asksSupport, byStaff, pretty, takesReason, wordsArgument } from "../arguments.ts";
import { CommandFailed, type Output, table } from "../output.ts";
import { markdownIn } from "./markdown-file.ts";
import { allPages, askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface ArticleOptions extends Common {
  readonly key?: string;
}

interface PutOptions extends ArticleOptions, ByStaff {
  readonly file: string;
  readonly title?: string;
  readonly description?: string;
  readonly category?: string;
  readonly cover?: string;
  readonly replace?: boolean;
}

interface RemoveOptions extends ArticleOptions, ByStaff {
  readonly yes?: boolean;
}

type NamedBy = Pick<ArticleSource, "kind" | "slug">;

/** Returns all articles of a store, fetched page by page. */
const allArticles = ({ store: url, key }: ArticleOptions): Promise<readonly ArticleSummary[]> =>
  allPages<ArticleSummary, number>(
    (starting_after) => askSupport(url, key, (client) => client.articles.list({ query: { starting_after } })),
    ({ id }) => id,
  );

const list = async (options: ArticleOptions, output: Output): Promise<void> => {
  const articles = await allArticles(options);
  if (options.json) return output.out(pretty(articles));
  output.out(
    articles.length === 0
      ? "There are no articles."
      : await table(
          ["Path", "Title", "Category", "Published"],
          articles.map((each) => [articlePath(each), each.title, each.category ?? "", utcDay(each.published_at)]),
        ),
  );
};

const articleText = (article: ArticleSource): string =>
  [
    `${articlePath(article)}, published ${utcDay(article.published_at)}: ${article.title}`,
    article.description,
    ...(article.category === null ? [] : [`Category: ${article.category}`]),
    ...(article.cover === null ? [] : [`Cover: ${article.cover}`]),
  ].join("\n");

const show = (article: ArticleSource, options: ArticleOptions, output: Output): void => {
  if (options.json) output.out(pretty(article));
  else {
    output.err(articleText(article));
    // `out` adds the final newline.
    output.out(article.source.replace(/\n$/, ""));
  }
};

/** Returns the article with the given kind and slug, or null if there is none. */
const articleAt = async (params: NamedBy, { store: url, key }: ArticleOptions): Promise<ArticleSource | null> => {
  try {
    return (await askSupport(url, key, (client) => client.support.article({ params }))).data;
  } catch (error) {
    if (error instanceof CommandFailed && error.reason === "not_found") return null;
    throw error;
  }
};

/** Publishes a file. If it replaces an article, omitted options keep the article's values. */
const put = async (params: NamedBy, options: PutOptions, output: Output): Promise<void> => {
  const source = await markdownIn(options.file);
  const before = await articleAt(params, options);
  if (before !== null && !options.replace)
    throw new CommandFailed(
      "needs_replace",
      `${articlePath(params)} already exists: "${before.title}". Add --replace to overwrite it.`,
      2,
    );
  const { title = before?.title, description = before?.description } = options;
  if (title === undefined || description === undefined)
    throw new CommandFailed("usage", "A new article needs --title and --description.");
  const { category = before?.category ?? null, cover = before?.cover ?? null } = options;
  const payload = { ...params, title, description, category, cover: cover === "" ? null : cover, source };
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.putArticle({ payload: { ...payload, ...byStaff(options) } }),
  );
  output.out(options.json ? pretty(data) : articleText(data));
};

const remove = async (params: NamedBy, options: RemoveOptions, output: Output): Promise<void> => {
  if (!options.yes)
    throw new CommandFailed(
      "needs_yes",
      `This removes ${articlePath(params)} from the site and can't be undone. Add --yes to continue. ` +
        "To save the text first, run backlot articles show.",
      2,
    );
  await askSupport(options.store, options.key, (client) =>
    client.support.removeArticle({ params, query: byStaff(options) }),
  );
  output.out(options.json ? pretty(params) : `Removed ${articlePath(params)}.`);
};

/** Adds `backlot articles`: staff-written site pages and blog posts. */
const addArticlesCommand = (program: Command, output: Output): void => {
  const articles = program.command("articles").description("list, show, publish, and remove site pages and blog posts");
  const add = asksSupport(articles);
  const addNamed = (name: string, description: string, examples: readonly string[]): Command =>
    add(name, description, examples)
      .addArgument(new Argument("<kind>", "kind of article").choices(["page", "post"]))
      .argument("<address>", `slug from its URL; for a page, one of ${SITE_PAGES.map((each) => each.slug).join(", ")}`);
  add("list", "list all articles, newest first", ["list"]).action((options: ArticleOptions) => list(options, output));
  addNamed("show", "show an article, with its Markdown source on standard output", [
    "show page faq",
    "show page faq > faq.md",
  ]).action(async (kind: ArticleKind, slug: string, options: ArticleOptions) => {
    const params = { kind, slug };
    const { data } = await askSupport(options.store, options.key, (client) => client.support.article({ params }));
    show(data, options, output);
  });
  const putCommand = addNamed("put", "publish an article from a Markdown file", [
    'put page faq --file faq.md --title "FAQ" --description "What people ask us." --reason "new page"',
    `put post keying-smoke --file smoke.md --title "Keying smoke" --description "…" --category ${TUTORIALS} ` +
      '--reason "new tutorial"',
    'put page faq --file faq.md --replace --reason "new prices"',
  ]);
  takesReason(putCommand)
    .requiredOption("--file <path>", "Markdown file with the text")
    .addOption(new Option("--title <text>", "title").argParser(wordsArgument(MAX_ARTICLE_TITLE)))
    .addOption(
      new Option("--description <text>", "short description for lists and search engines").argParser(
        wordsArgument(MAX_ARTICLE_DESCRIPTION),
      ),
    )
    .option("--category <name>", `category of a post, such as ${TUTORIALS}`)
    .option("--cover <collection>", 'slug of the collection whose picture to use, or "" for none')
    .option("--replace", "overwrite the existing article; omitted options stay unchanged")
    .action((kind: ArticleKind, slug: string, options: PutOptions) => put({ kind, slug }, options, output));
  takesReason(
    addNamed("remove", "remove an article from the site", ['remove post keying-smoke --reason "outdated" --yes']),
  )
    .option("--yes", "confirm; this can't be undone")
    .action((kind: ArticleKind, slug: string, options: RemoveOptions) => remove({ kind, slug }, options, output));
};

export const registration: Registration = { group: "Store", place: 9, add: addArticlesCommand };
