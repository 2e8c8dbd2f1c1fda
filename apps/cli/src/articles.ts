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
import { type Common, asksSupport, pretty, wordsArgument } from "./arguments.ts";
import { readGiven } from "./given-file.ts";
import { type Output, table } from "./output.ts";
import { askSupport } from "./store.ts";

interface ArticleOptions extends Common {
  readonly key?: string;
}

interface PutOptions extends ArticleOptions {
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly category?: string;
  readonly cover?: string;
}

/** Every article of a store, page by page. */
const allArticles = async ({ store: url, key }: ArticleOptions): Promise<readonly ArticleSummary[]> => {
  const articles: ArticleSummary[] = [];
  for (let more = true; more; ) {
    const last = articles.at(-1);
    const query = last === undefined ? {} : { starting_after: last.id };
    const page = await askSupport(url, key, (asked) => asked.articles.list({ query }));
    articles.push(...page.data);
    more = page.has_more;
  }
  return articles;
};

const list = async (options: ArticleOptions, output: Output): Promise<void> => {
  const articles = await allArticles(options);
  if (options.json) return output.out(pretty(articles));
  output.out(
    articles.length === 0
      ? "There are no articles."
      : table(
          ["Address", "Title", "Category", "Published"],
          articles.map((each) => [articlePath(each), each.title, each.category ?? "", utcDay(each.published_at)]),
        ),
  );
};

const said = (article: ArticleSource): string =>
  [
    `${articlePath(article)}, published ${utcDay(article.published_at)}: ${article.title}`,
    article.description,
    ...(article.category === null ? [] : [`Category: ${article.category}`]),
    ...(article.cover === null ? [] : [`Cover: ${article.cover}`]),
  ].join("\n");

const show = (article: ArticleSource, options: ArticleOptions, output: Output): void => {
  if (options.json) output.out(pretty(article));
  else {
    output.err(said(article));
    output.out(article.source);
  }
};

/** `backlot articles`: pages of the site that staff write, and posts of its blog. (SHL-03, CLI-03) */
export const addArticlesCommand = (program: Command, output: Output): void => {
  const articles = program.command("articles").description("pages of a running store's site, and posts of its blog");
  const add = asksSupport(articles);
  const kind = () => new Argument("<kind>", "what it is").choices(["page", "post"]);
  const slug = () =>
    new Argument(
      "<address>",
      `the last part of its address; a page's is ${SITE_PAGES.map((each) => each.slug).join(", ")}`,
    );
  add("list", "all articles, the newest first", ["list"]).action((options: ArticleOptions) => list(options, output));
  add("show", "an article as it was written; its Markdown goes to the standard output", ["show page faq"])
    .addArgument(kind())
    .addArgument(slug())
    .action(async (articleKind: ArticleKind, address: string, options: ArticleOptions) => {
      const params = { kind: articleKind, slug: address };
      const { data } = await askSupport(options.store, options.key, (asked) => asked.support.article({ params }));
      show(data, options, output);
    });
  add("put", "publish an article, in place of one at its address", [
    'put page faq --file faq.md --title "FAQ" --description "What people ask us."',
    `put post keying-smoke --file smoke.md --title "Keying smoke" --description "…" --category ${TUTORIALS}`,
  ])
    .addArgument(kind())
    .addArgument(slug())
    .requiredOption("--file <path>", "its text, in Markdown")
    .addOption(
      new Option("--title <text>", "its title").argParser(wordsArgument(MAX_ARTICLE_TITLE)).makeOptionMandatory(),
    )
    .addOption(
      new Option("--description <text>", "what it is about, for lists and search engines")
        .argParser(wordsArgument(MAX_ARTICLE_DESCRIPTION))
        .makeOptionMandatory(),
    )
    .option("--category <name>", `the category of a post, such as ${TUTORIALS}`)
    .option("--cover <collection>", "the last part of the address of a collection, whose picture it has")
    .action(async (articleKind: ArticleKind, address: string, options: PutOptions) => {
      const { title, description, category = null, cover = null } = options;
      const source = (await readGiven(options.file, "a file of Markdown")).toString("utf8");
      const payload = { kind: articleKind, slug: address, title, description, category, cover, source };
      const { data } = await askSupport(options.store, options.key, (asked) => asked.support.putArticle({ payload }));
      output.out(options.json ? pretty(data) : said(data));
    });
  add("remove", "take an article off the site", ["remove post keying-smoke"])
    .addArgument(kind())
    .addArgument(slug())
    .action(async (articleKind: ArticleKind, address: string, options: ArticleOptions) => {
      const params = { kind: articleKind, slug: address };
      await askSupport(options.store, options.key, (asked) => asked.support.removeArticle({ params }));
      output.out(options.json ? pretty(params) : `${articlePath(params)} is off the site.`);
    });
};
