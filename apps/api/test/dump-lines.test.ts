import { describe, expect, it } from "vitest";
import { fromLine, toLine } from "../src/backup/dump-socket.ts";

describe("the lines of a backup", () => {
  it("have one row each, whatever its text contains", () => {
    const text = "tab\t, line\n, return\r, next\u0085, separators \u2028 and \u2029";
    const line = toLine({ table: "articles", json: JSON.stringify({ text }) });
    expect(line.slice(0, -1)).not.toMatch(/[\n\r\u2028\u2029]/);
    const row = fromLine(line.slice(0, -1));
    expect([row.table, JSON.parse(row.json)]).toEqual(["articles", { text }]);
  });
});
