import { ARTICLES, MARKUP } from "./suites.mjs";

/** Articles that staff write, and the menus that lead to them. */
export const WRITTEN = [
  {
    name: "an article is published under an address that the site has not",
    file: "packages/application/src/engagement/articles.ts",
    find: "if (problem !== null) return yield* refused(problem.field, problem.message);",
    replace: 'if (problem !== null && written.kind === "post") return yield* refused(problem.field, problem.message);',
    suite: { file: ARTICLES, test: "SHL-03 refuses what can't be published" },
  },
  {
    name: "an article has the picture of a collection that is not there",
    file: "packages/application/src/engagement/articles.ts",
    find: "(yield* collections.bySlug(cover))?.listed !== true",
    replace: "(yield* collections.bySlug(cover))?.listed === false",
    suite: { file: ARTICLES, test: "SHL-03 refuses what can't be published" },
  },
  {
    name: "a changed article is published anew",
    file: "packages/adapters-postgres/src/engagement/articles.ts",
    find: "doUpdateSet(written)",
    replace: "doUpdateSet(article)",
    suite: { file: ARTICLES, test: "SHL-03 CLI-03 staff publish" },
  },
  {
    name: "the blog's next page begins with the last one's last post",
    file: "packages/adapters-postgres/src/engagement/articles.ts",
    find: '.where("id", "<", starting_after as number)',
    replace: '.where("id", "<=", starting_after as number)',
    suite: { file: ARTICLES, test: "SHL-03 lists posts by key" },
  },
  {
    name: "a shared page does not follow what staff publish",
    file: "packages/adapters-postgres/src/migrations/0030-articles.ts",
    find: "after insert or update or delete or truncate on articles",
    replace: "after truncate on articles",
    suite: { file: ARTICLES, test: "SHL-03 SHL-01 SHL-06" },
  },
  {
    name: "HTML in an article is taken as HTML, and lost in part",
    file: "apps/api/src/markup.ts",
    find: "new MarkdownIt({ html: false })",
    replace: "new MarkdownIt({ html: true })",
    suite: { file: MARKUP, test: "SHL-03 Markdown becomes what it says" },
  },
  {
    name: "an article whose picture pages can't show is published without it",
    file: "apps/api/src/markup.ts",
    find: "(isLink ? LEADS_SOMEWHERE : OWN_PICTURE).test(address)",
    replace: "(isLink ? LEADS_SOMEWHERE : /./).test(address)",
    suite: { file: MARKUP, test: "SHL-03 names the addresses" },
  },
  {
    name: "who corrects an article whose picture left the shop is refused",
    file: "packages/application/src/engagement/articles.ts",
    find: "cover !== null && cover !== before?.cover",
    replace: "cover !== null && before !== undefined",
    suite: { file: ARTICLES, test: "SHL-03 an article keeps the picture" },
  },
  {
    name: "a file is put in place of another article without a word",
    file: "apps/cli/src/engagement/articles.ts",
    find: "before !== null && !options.replace",
    replace: "before !== null && options.replace === false",
    suite: { file: ARTICLES, test: "SHL-03 CLI-03 the command publishes" },
  },
  {
    name: "an article is removed without being asked",
    file: "apps/cli/src/engagement/articles.ts",
    find: "if (!options.yes)",
    replace: "if (options.yes === false)",
    suite: { file: ARTICLES, test: "SHL-03 CLI-03 the command publishes" },
  },
  {
    name: "an article shows pictures of other sites",
    file: "apps/api/src/markup.ts",
    find: 'return tag === "img" && !OWN_PICTURE.test(src);',
    replace: "return false && OWN_PICTURE.test(src + tag);",
    suite: { file: MARKUP, test: "SHL-03 an article has no tag" },
  },
];
