import { ASKED_TOGETHER, COSTS, IDLE_MEMORY, SHARED_ANSWERS, SHARED_PAGES as SUITE, TRANSACTIONS } from "./suites.mjs";

const API = "apps/api/src";
const POSTGRES = "packages/adapters-postgres/src";

/** Pages and answers that visitors share, and what else is read once. */
export const SHARED_PAGES = [
  {
    name: "a shared page is kept beyond a change of what it shows",
    file: `${API}/shared-texts.ts`,
    find: "found?.version === version ? found.text : null",
    replace: "found?.text ?? null",
    suite: { file: SUITE, test: "are rendered anew after a change" },
  },
  {
    name: "a change of a plan does not move what visitors are shown",
    file: `${POSTGRES}/migrations/0016-storefront.ts`,
    find: '"plan_offers", ',
    replace: "",
    suite: { file: SUITE, test: "are rendered anew after a change" },
  },
  {
    name: "a sale that ends by the clock stays on the pages",
    file: `${POSTGRES}/repositories/storefront.ts`,
    find: 'and (ends_at is null or ends_at > ${""})',
    replace: 'and (ends_at is null or ends_at > ${""} or true)',
    suite: { file: SUITE, test: "DSC-04 are rendered anew" },
  },
  {
    name: "who is signed in gets the page of visitors",
    file: `${API}/web.ts`,
    find: 'if (c.req.method !== "GET" || !host.visitors.isUnknown(c)) return null;',
    replace: 'if (c.req.method !== "GET") return null;',
    suite: { file: SUITE, test: "differ by theme" },
  },
  {
    name: "a page that lost its database is kept for everybody",
    file: `${API}/web.ts`,
    find: "if (hasFailed()) return",
    replace: "if (hasFailed() && false) return",
    suite: { file: SUITE, test: "are not kept where the database failed" },
  },
  {
    name: "the scripts of a shared page are not allowed",
    file: `${API}/shared-pages.ts`,
    find: "policy: policyFor(scriptsIn(html)),",
    replace: "policy: policyFor(scriptsIn(text).slice(1)),",
    suite: { file: SUITE, test: "allow the scripts that stand in them" },
  },
  {
    name: "a shared page is sent again to who has it",
    file: `${API}/answers.ts`,
    find: ".includes(page.etag)",
    replace: ".includes(page.text)",
    suite: { file: SUITE, test: "are rendered once" },
  },
  {
    name: "who is signed in gets the answer that visitors share",
    file: `${API}/contract-routes.ts`,
    find: "answersAlike && visitors.isUnknown(c) ?",
    replace: "answersAlike ?",
    suite: { file: SHARED_ANSWERS, test: "DWN-04 are nobody's" },
  },
  {
    name: "visitors who ask at once ask the database each for themselves",
    file: `${API}/asked-together.ts`,
    find: "underWay = answer.catch(() => null);",
    replace: "void answer.catch(() => null);",
    suite: { file: ASKED_TOGETHER, test: "is asked once for all" },
  },
  {
    name: "a question that failed fails for whoever asks next",
    file: `${API}/asked-together.ts`,
    find: "underWay = answer.catch(() => null);",
    replace: "underWay = answer;",
    suite: { file: ASKED_TOGETHER, test: "fails for those who shared it" },
  },
  {
    name: "a read that fails is answered without the headers of every answer",
    file: `${API}/outages.ts`,
    find: ': answers.json(c, 503, { error: { code: "unavailable", message: text } }, headers);',
    replace: ': c.json({ error: { code: "unavailable", message: text } }, 503, headers);',
    suite: { file: SHARED_ANSWERS, test: "say that the store is out of reach" },
  },
  {
    name: "a busy store stops to collect its garbage",
    file: `${API}/idle-memory.ts`,
    find: "utilization < IDLE_PART && ",
    replace: "",
    suite: { file: IDLE_MEMORY, test: "is given back where it is idle" },
  },
  {
    name: "an overview counts a dispute that is over",
    file: `${POSTGRES}/repositories/account-overview.ts`,
    find: "d.user_id = a.id and d.status = 'open'",
    replace: "d.user_id = a.id",
    suite: { file: TRANSACTIONS, test: "ACC-05 an account's overview" },
  },
  {
    name: "a plan that has ended stands in an overview",
    file: `${POSTGRES}/repositories/account-overview.ts`,
    find: "s.user_id = a.id and s.status <> 'ended'",
    replace: "s.user_id = a.id",
    suite: { file: TRANSACTIONS, test: "ACC-05 an account's overview" },
  },
  {
    name: "a session's user is read by a query of its own",
    file: "packages/adapters-identity/src/auth.ts",
    find: ", joins: true",
    replace: "",
    suite: { file: COSTS, test: "ACC-05 who is signed in" },
  },
  {
    name: "a payment step asks for its customer twice",
    file: "packages/application/src/checkout/checkout-view.ts",
    find: "asked === id ? own :",
    replace: 'asked === "" ? own :',
    suite: { file: COSTS, test: "CHK-05 the payment step" },
  },
];
