import { Box, type Key, Text, render, useApp, useInput, useWindowSize } from "ink";
import { useEffect, useState } from "react";
import { wrapAnsi } from "fast-wrap-ansi";
import { RENDERING, type Screen } from "./output.ts";

/** A row of a list: its key, its name, and more details. */
export interface BrowserRow {
  readonly key: string;
  readonly name: string;
  readonly more: string;
  /** Returns the details, at most `width` columns wide. Rejects with an error to show. */
  readonly detail: (width: number) => Promise<string>;
}

/** A list to search. `search` rejects with an error to show. */
export interface BrowserView {
  readonly title: string;
  /** The text to show if there is nothing to list. */
  readonly empty: string;
  readonly search: (text: string) => Promise<readonly BrowserRow[]>;
}

/** How long to wait for the next key before asking the store, in milliseconds. */
const PAUSE_MS = 120;

/** The lines above and below the lists: title, search, rules, and keys. */
const FRAME_LINES = 6;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A result that is loading, failed, or available. */
type Loading<A> = { readonly value: A | null; readonly error: string | null; readonly isLoading: boolean };

/** Loads a value whenever `key` changes, a moment after the last change. Results of earlier keys are dropped. */
const useLoaded = <A,>(key: string, load: () => Promise<A>): Loading<A> => {
  const [state, setState] = useState<Loading<A>>({ value: null, error: null, isLoading: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new on every render, so only `key` triggers it
  useEffect(() => {
    let isCurrent = true;
    setState((before) => ({ ...before, isLoading: true }));
    const timer = setTimeout(() => {
      load().then(
        (value) => isCurrent && setState({ value, error: null, isLoading: false }),
        (error: unknown) => isCurrent && setState({ value: null, error: messageOf(error), isLoading: false }),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  return state;
};

function Rows({ rows, chosen, height }: { rows: readonly BrowserRow[]; chosen: number; height: number }) {
  const first = Math.max(0, Math.min(chosen - Math.floor(height / 2), rows.length - height));
  return rows.slice(first, first + height).map((row, at) => {
    const isChosen = first + at === chosen;
    return (
      <Text key={row.key} inverse={isChosen} wrap="truncate-end">
        {isChosen ? "› " : "  "}
        {row.name}
        <Text dimColor={!isChosen}> {row.more}</Text>
      </Text>
    );
  });
}

/** Shows as much of the end of the text as fits in the width, followed by a cursor. */
function SearchField({ text, width }: { text: string; width: number }) {
  const shown = text.length < width ? text : `…${text.slice(2 - width)}`;
  return (
    <Text wrap="truncate-end">
      Search: {text === "" ? <Text dimColor>type to search</Text> : shown}
      {text === "" ? "" : "▏"}
    </Text>
  );
}

/** Returns the text after a key press, or null if the key doesn't edit it. */
const edited = (text: string, input: string, key: Key): string | null => {
  if (key.backspace || key.delete) return [...text].slice(0, -1).join("");
  if (key.ctrl && input === "u") return "";
  if (key.ctrl && input === "w") return text.replace(/\S+\s*$/, "");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: pasted text can contain control characters
  const typed = input.replaceAll(/[\u0000-\u001f\u007f]/g, "");
  return key.ctrl || key.meta || typed === "" ? null : text + typed;
};

/** The minimum width for showing a list next to the details. Narrower terminals show one at a time. */
const BOTH_FROM = 60;

interface BrowserProps {
  readonly title: string;
  readonly views: readonly BrowserView[];
}

/** Lists with a search field, and the details of the chosen row next to them. */
function Browser({ title, views }: BrowserProps) {
  const { exit } = useApp();
  const { columns, rows: lines } = useWindowSize();
  const [place, setPlace] = useState(0);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const [scroll, setScroll] = useState(0);
  const [isWide, setIsWide] = useState(false);
  const view = views[place];

  const searchState = useLoaded(`${place}:${query}`, async () => (await view?.search(query)) ?? []);
  const rows = searchState.value ?? [];
  const row = rows[Math.min(chosen, rows.length - 1)];
  const isNarrow = columns < BOTH_FROM;
  const listWidth = isNarrow ? columns : Math.min(70, Math.max(26, Math.floor(columns * 0.36)));
  const detailWidth = isWide || isNarrow ? columns - 2 : columns - listWidth - 5;
  const shown = useLoaded(`${place}:${row?.key ?? ""}:${detailWidth}`, async () => row?.detail(detailWidth) ?? "");
  const height = Math.max(1, lines - FRAME_LINES);
  const text = wrapAnsi(shown.error ?? shown.value ?? "", detailWidth, { hard: true, trim: false }).split("\n");
  const lastScroll = Math.max(0, text.length - height);

  const choose = (next: number): void => {
    setChosen(Math.max(0, Math.min(next, rows.length - 1)));
    setScroll(0);
  };
  const search = (text: string): void => {
    setQuery(text);
    choose(0);
  };
  const show = (next: number): void => {
    setPlace((next + views.length) % views.length);
    search("");
  };
  const widen = (wide: boolean): void => {
    setIsWide(wide);
    setScroll(0);
  };
  useInput((input, key) => {
    if (key.tab) show(place + (key.shift ? -1 : 1));
    else if (key.upArrow) choose(chosen - 1);
    else if (key.downArrow) choose(chosen + 1);
    else if (key.home) choose(0);
    else if (key.end) choose(rows.length - 1);
    else if (key.pageDown) setScroll(Math.min(lastScroll, scroll + height - 1));
    else if (key.pageUp) setScroll(Math.max(0, scroll - height + 1));
    else if (key.return) widen(!isWide);
    else if (key.escape && isWide) widen(false);
    else if (key.escape && query !== "") search("");
    else if (key.escape) exit();
    else {
      const next = edited(query, input, key);
      if (next !== null) search(next);
    }
  });

  const isLoading = searchState.isLoading || shown.isLoading;
  const nothing = query === "" ? (view?.empty ?? "") : "No results.";
  const state = searchState.error ?? (searchState.value?.length === 0 && !searchState.isLoading ? nothing : null);
  const leaves = isWide ? "back" : query === "" ? "quit" : "clear";
  const opens = isNarrow ? "details" : "widen";
  const keys = `↑↓ · Enter ${isWide ? "list" : opens} · Tab${isNarrow ? "" : " next list"} · Esc ${leaves}`;
  const until = Math.min(scroll + height, text.length);
  return (
    <Box flexDirection="column" width={columns} height={lines}>
      <Text wrap="truncate-end">
        <Text bold>Backlot</Text> <Text dimColor>{title}</Text>
      </Text>
      <Text wrap="truncate-end">
        {views.map((each, at) => (
          <Text key={each.title} bold={at === place} underline={at === place} dimColor={at !== place}>
            {each.title}
            {at === views.length - 1 ? "" : "   "}
          </Text>
        ))}
      </Text>
      <SearchField text={query} width={columns - 10} />
      <Box height={height + 2} borderStyle="single" borderLeft={false} borderRight={false} borderDimColor>
        {isWide ? null : (
          <Box
            flexDirection="column"
            flexShrink={0}
            width={listWidth}
            borderStyle="single"
            borderTop={false}
            borderLeft={false}
            borderRight={!isNarrow}
            borderBottom={false}
            borderDimColor
          >
            {state === null ? <Rows rows={rows} chosen={chosen} height={height} /> : <Text>{state}</Text>}
          </Box>
        )}
        {isNarrow && !isWide ? null : (
          <Box flexDirection="column" flexShrink={0} marginLeft={1} width={detailWidth}>
            <Text {...(shown.error === null ? {} : { color: "red" })}>
              {text.slice(scroll, scroll + height).join("\n")}
            </Text>
          </Box>
        )}
      </Box>
      <Text dimColor wrap="truncate-end">
        {keys}
        {text.length > height && (isWide || !isNarrow)
          ? ` · ${scroll + 1} to ${until} of ${text.length} lines (PgUp, PgDn)`
          : ""}
        {isLoading ? " · Loading…" : ""}
      </Text>
    </Box>
  );
}

/** Shows lists on a terminal until the user quits. */
export const browse = async (props: BrowserProps, screen: Screen): Promise<void> => {
  const { waitUntilExit } = render(<Browser {...props} />, { ...screen, ...RENDERING, alternateScreen: true });
  await waitUntilExit();
};
