import { TextInput } from "@inkjs/ui";
import { Box, Text, render, useApp, useInput, useWindowSize } from "ink";
import { useEffect, useState } from "react";
import { wrapAnsi } from "fast-wrap-ansi";
import { RENDERING, type Screen } from "./output.ts";

/** A row of a list: its name, what more there is to know, and what tells it from others. */
export interface BrowserRow {
  readonly key: string;
  readonly name: string;
  readonly more: string;
  /** Returns the text about it, at most `width` columns wide. Rejects with an error to show. */
  readonly detail: (width: number) => Promise<string>;
}

/** A list to search. `search` rejects with an error to show. */
export interface BrowserView {
  readonly title: string;
  readonly search: (text: string) => Promise<readonly BrowserRow[]>;
}

/** How long to wait for the next key before asking the store, in milliseconds. */
const PAUSE_MS = 120;

/** The lines above and below the lists: title, search, rules, and keys. */
const FRAME_LINES = 6;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A result that is on its way, failed, or there. */
type Loading<A> = { readonly value: A | null; readonly error: string | null; readonly isLoading: boolean };

/** Loads a value whenever `key` changes, a moment after the last change. Results of earlier keys are dropped. */
const useLoaded = <A,>(key: string, load: () => Promise<A>): Loading<A> => {
  const [state, setState] = useState<Loading<A>>({ value: null, error: null, isLoading: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new in each render; `key` says when it differs
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
  // A new field is an empty one: the library's field keeps its own text.
  const [field, setField] = useState(0);
  const view = views[place];

  const found = useLoaded(`${place}:${query}`, async () => (await view?.search(query)) ?? []);
  const rows = found.value ?? [];
  const row = rows[Math.min(chosen, rows.length - 1)];
  const listWidth = isWide ? 0 : Math.min(70, Math.max(26, Math.floor(columns * 0.36)));
  const detailWidth = Math.max(20, columns - listWidth - (isWide ? 2 : 5));
  const shown = useLoaded(`${place}:${row?.key ?? ""}:${detailWidth}`, async () => row?.detail(detailWidth) ?? "");
  const height = Math.max(1, lines - FRAME_LINES);
  const text = wrapAnsi(shown.error ?? shown.value ?? "", detailWidth, { hard: true, trim: false }).split("\n");
  const lastScroll = Math.max(0, text.length - height);

  const choose = (next: number): void => {
    setChosen(Math.max(0, Math.min(next, rows.length - 1)));
    setScroll(0);
  };
  const show = (next: number): void => {
    setPlace((next + views.length) % views.length);
    setQuery("");
    setField(field + 1);
    choose(0);
  };
  useInput((_, key) => {
    if (key.tab) show(place + (key.shift ? -1 : 1));
    else if (key.upArrow) choose(chosen - 1);
    else if (key.downArrow) choose(chosen + 1);
    else if (key.pageDown) setScroll(Math.min(lastScroll, scroll + height - 1));
    else if (key.pageUp) setScroll(Math.max(0, scroll - height + 1));
    else if (key.return) setIsWide(!isWide);
    else if (key.escape && isWide) setIsWide(false);
    else if (key.escape && query !== "") {
      setQuery("");
      setField(field + 1);
    } else if (key.escape) exit();
  });

  const isLoading = found.isLoading || shown.isLoading;
  const state =
    found.error ??
    (found.value !== null && rows.length === 0 && !found.isLoading
      ? query === ""
        ? "Nothing here."
        : "Nothing found."
      : null);
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
      <Box>
        <Text>Search: </Text>
        <TextInput
          key={field}
          placeholder="type to search"
          onChange={(next) => {
            setQuery(next);
            choose(0);
          }}
        />
      </Box>
      <Box height={height + 2} borderStyle="single" borderLeft={false} borderRight={false} borderDimColor>
        {isWide ? null : (
          <Box
            flexDirection="column"
            width={listWidth}
            borderStyle="single"
            borderTop={false}
            borderLeft={false}
            borderBottom={false}
            borderDimColor
          >
            {state === null ? <Rows rows={rows} chosen={chosen} height={height} /> : <Text>{state}</Text>}
          </Box>
        )}
        <Box flexDirection="column" marginLeft={1} width={detailWidth}>
          <Text {...(shown.error === null ? {} : { color: "red" })}>
            {text.slice(scroll, scroll + height).join("\n")}
          </Text>
        </Box>
      </Box>
      <Text dimColor wrap="truncate-end">
        {isLoading ? "Loading … " : ""}
        {text.length > height ? `${scroll + 1} to ${until} of ${text.length} lines (PgDn) · ` : ""}
        ↑↓ choose · Enter widen · Tab next list · Esc quit
      </Text>
    </Box>
  );
}

/** Shows lists on a terminal until the user quits. */
export const browse = async (props: BrowserProps, screen: Screen): Promise<void> => {
  const { waitUntilExit } = render(<Browser {...props} />, { ...screen, ...RENDERING, alternateScreen: true });
  await waitUntilExit();
};
