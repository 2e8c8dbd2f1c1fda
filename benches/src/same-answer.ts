import type { Sent } from "./load.ts";

/** The compared parts of a response: JSON as it is, or the visible words of a page. */
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const wordsOf = (html: string): string =>
  html
    .replace(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Sends a request. Returns its status, and its JSON or the words of its page. */
export const answerOf = async (url: string, { method = "GET", headers = {}, body }: Sent): Promise<Answer> => {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: answer.status, body: isJson ? JSON.parse(text) : wordsOf(text) };
};

/** Matches the paths of values that differ in each response. */
const ANEW = /\.(?:token|url)$/;

const areAlike = (limit: unknown, ours: unknown, at: string): boolean =>
  Object.is(limit, ours) || (ANEW.test(at) && typeof limit === "string" && typeof ours === "string");

/** Returns the paths where two values differ, with both values. Returns at most five. */
const differences = (limit: unknown, ours: unknown, at = "answer"): readonly string[] => {
  if (areAlike(limit, ours, at)) return [];
  if (typeof limit !== "object" || typeof ours !== "object" || limit === null || ours === null) {
    const said = [limit, ours].map((each) => JSON.stringify(each)?.slice(0, 300));
    return [`${at}: ${said[0]}, and the store ${said[1]}`];
  }
  const names = new Set([...Object.keys(limit), ...Object.keys(ours)]);
  return [...names]
    .flatMap((name) => differences(Reflect.get(limit, name), Reflect.get(ours, name), `${at}.${name}`))
    .slice(0, 5);
};

/**
 * Fails unless both URLs respond with 200 and with the same JSON or pages with the same words. Tokens and links may
 * differ.
 */
export const requireSameAnswer = async (limitUrl: string, ourUrl: string, sent: Sent = {}): Promise<void> => {
  const { headers: _, ...bare } = sent;
  const [limit, ours] = [await answerOf(limitUrl, bare), await answerOf(ourUrl, sent)];
  if (ours.status >= 300) throw new Error(`${ourUrl} answers ${ours.status}`);
  const different = differences(limit, ours);
  if (different.length > 0) throw new Error([`${limitUrl} is not what ${ourUrl} answers:`, ...different].join("\n"));
};
