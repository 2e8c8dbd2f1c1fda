import { LIBRARIES } from "@backlot/domain/catalog/collection";
import {
  EMPTY_SEARCH,
  MAX_QUERY_LENGTH,
  type SearchResult,
  type Suggestions,
  chooseLibrary,
  markSearched,
  onType,
  searchAnswered,
} from "@backlot/domain/catalog/search";
import type { LibraryId } from "@backlot/domain";
import { firstCharacters } from "@backlot/domain/kernel/characters";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { callApi } from "#app/browser/api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

const GROUPS: readonly (readonly [keyof Suggestions, string])[] = [
  ["keywords", "Keywords"],
  ["collections", "Collections"],
  ["categories", "Categories"],
];

/** Returns the store's suggestions, or none on failure; Enter still searches. */
const suggestionsFor = async (
  text: string,
  library_id: LibraryId,
  signal: AbortSignal,
): Promise<readonly SearchResult[]> => {
  const query = { cq: firstCharacters(text, MAX_QUERY_LENGTH), from_searchbox: "true", library_id } as const;
  const answer = await callApi("GET /api/searches", { query }, { signal });
  if (!answer.ok) return [];
  const { keywords, collections, categories } = answer.value;
  return [...keywords, ...collections, ...categories];
};

/** The state of the search box: library, text, and debounced suggestions. */
const useSearchBox = () => {
  const [box, setBox] = useState(EMPTY_SEARCH);
  const { text, library_id, dueAt } = box;
  useEffect(() => {
    if (dueAt === null) return;
    const asking = new AbortController();
    const timer = setTimeout(
      async () => {
        const results = await suggestionsFor(text, library_id, asking.signal);
        if (!asking.signal.aborted) setBox((now) => searchAnswered(markSearched(now), text, results));
      },
      Math.max(0, dueAt - Date.now()),
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text, library_id, dueAt]);
  return { box, setBox };
};

function Suggested({ results, name }: { results: readonly SearchResult[]; name: string }) {
  return results.length === 0 ? null : (
    <section aria-label={name}>
      <h3 className="mb-1 text-sm font-medium tracking-normal text-muted-foreground">{name}</h3>
      <ul className="-mx-2">
        {results.map(({ value, path, thumbnail }) => (
          <li key={`${path} ${value}`}>
            <Link to={path} className="flex min-h-11 items-center gap-3 rounded-md px-2 py-1 hover:bg-card">
              {thumbnail === null ? null : (
                <img
                  src={thumbnail}
                  alt=""
                  width={64}
                  height={36}
                  loading="lazy"
                  className="aspect-video w-16 shrink-0 rounded-sm border border-border bg-screen object-cover"
                />
              )}
              <span>{value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The search panel over the current page. */
export default function SearchPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { box, setBox } = useSearchBox();
  const navigate = useNavigate();
  const { key } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel closes once a search opens another page
  useEffect(() => onClose, [key]);
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  const { suggestions, text, library_id } = box;
  const count = GROUPS.reduce((sum, [group]) => sum + suggestions[group].length, 0);
  const listing = LIBRARIES.find(({ id }) => id === library_id)?.listing ?? LIBRARIES[0].listing;
  const search = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "")
      void navigate(`${listing}?q=${encodeURIComponent(firstCharacters(text.trim(), MAX_QUERY_LENGTH))}`);
  };
  return (
    <Dialog open={open} onClose={onClose} title="Search" atTop="bar">
      <div className="container-wide py-2.5 pr-14">
        <search>
          <form
            action={listing}
            onSubmit={search}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <label className="contents">
              <span className="sr-only">Library</span>
              <select
                className="input sm:w-36"
                value={library_id}
                onChange={(event) => {
                  const chosen = LIBRARIES.find(({ id }) => String(id) === event.target.value);
                  if (chosen !== undefined) setBox((now) => chooseLibrary(now, chosen.id, Date.now()));
                }}
              >
                {LIBRARIES.map(({ id, searchName }) => (
                  <option key={id} value={id}>
                    {searchName}
                  </option>
                ))}
              </select>
            </label>
            <input
              ref={field}
              type="search"
              name="q"
              aria-label="Search for"
              placeholder="Fire, smoke, explosions …"
              autoComplete="off"
              maxLength={MAX_QUERY_LENGTH}
              className="input"
              value={text}
              onChange={(event) => setBox((now) => onType(now, event.target.value, Date.now()))}
            />
            <Button type="submit" className="max-sm:sr-only">
              Search
            </Button>
          </form>
        </search>
        <p className="mt-2 text-sm text-muted-foreground">
          {count === 0 && box.dueAt === null && text.trim() !== "" ? (
            <span>{`No suggestions for “${text.trim()}.” Press Enter to search the whole library.`}</span>
          ) : (
            "Press Enter for more results."
          )}
        </p>
        <p role="status" className="sr-only">
          {box.dueAt === null && text.trim() !== "" ? `${count} ${count === 1 ? "suggestion" : "suggestions"}` : ""}
        </p>
        {count === 0 ? null : (
          <div className="mt-4 mb-3 grid gap-5 sm:grid-cols-2">
            {GROUPS.map(([group, name]) => (
              <Suggested key={group} name={name} results={suggestions[group]} />
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}
