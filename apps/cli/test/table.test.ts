import * as fc from "fast-check";
import stringWidth from "fast-string-width";
import { describe, expect, it, vi } from "vitest";
import { renderTable } from "../src/table.ts";

const WORD = fc.stringMatching(/^[a-z]{1,12}$/);
const CELL = fc.array(WORD, { maxLength: 8 }).map((words) => words.join(" "));
const ROWS = fc.array(fc.tuple(CELL, CELL, CELL), { minLength: 1, maxLength: 5 });
const HEAD = ["At", "Who", "Why"];

describe("a text table", () => {
  it("CLI-04 fits any width that its longest word fits, and loses no word", () => {
    fc.assert(
      fc.property(ROWS, fc.integer({ min: 20, max: 120 }), (rows, limit) => {
        const text = renderTable(HEAD, rows, limit);
        for (const line of text.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(limit);
        const words = text.split(/[\s:]+/).filter((word) => word !== "" && !HEAD.includes(word));
        const given = rows.flat().flatMap((cell) => cell.split(" ").filter((word) => word !== ""));
        expect(words.toSorted()).toEqual(given.toSorted());
      }),
    );
  });

  it("CLI-04 aligns names in any script, and numbers at their last digit", () => {
    expect(
      renderTable(
        ["Name", "Credits", "From"],
        [
          ["\u5b8b\u96e8", "5", "plan"],
          ["Ada", "120", "pack"],
        ],
        80,
      ),
    ).toBe(["Name  Credits  From", "\u5b8b\u96e8        5  plan", "Ada       120  pack"].join("\n"));
  });

  it("CLI-04 separates cells with tabs and puts each row on one line when piped", () => {
    vi.stubEnv("COLUMNS", "");
    const rows = [
      ["2026-11-21 10:00", "20", "a license for\nthe whole studio, which is long enough to wrap in columns"],
    ];
    expect(renderTable(HEAD, rows)).toBe(
      "At\tWho\tWhy\n" +
        "2026-11-21 10:00\t20\ta license for the whole studio, which is long enough to wrap in columns",
    );
    vi.unstubAllEnvs();
  });

  it("CLI-04 wraps words, keeps times and numbers whole, and turns rows into lines on a narrow terminal", () => {
    const head = ["At (UTC)", "Credits", "Why"];
    const rows = [["2026-11-21 10:00", "20", "a license for the whole studio"]];
    expect(renderTable(head, rows, 40)).toBe(
      [
        "At (UTC)          Credits  Why",
        "2026-11-21 10:00       20  a license for",
        "                           the whole",
        "                           studio",
      ].join("\n"),
    );
    expect(renderTable(head, rows, 26)).toBe(
      ["At (UTC): 2026-11-21 10:00", "Credits: 20", "Why: a license for the", "whole studio"].join("\n"),
    );
  });
});
