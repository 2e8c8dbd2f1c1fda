import { RESOLUTIONS } from "@backlot/domain/catalog/resolution";
import { type CollectionSort, TIER_NUMBERS } from "@backlot/domain/catalog/listing";
import { MAX_QUERY_LENGTH } from "@backlot/domain/catalog/search";
import type { CategoryView } from "@backlot/ports";
import { type FormEvent, useRef } from "react";
import { Form, Link, useNavigate, useSearchParams } from "react-router";
import { type ListingChoice, changedSearch } from "./listing-query.ts";
import { Button } from "#ui/button.tsx";

const SORTS: Readonly<Record<CollectionSort, string>> = {
  newest: "Newest first",
  name: "Name, A to Z",
  "price-low": "Price, low to high",
  "price-high": "Price, high to low",
};

/** A select with its label inside the box, before the value. */
function FilterSelect({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
}) {
  return (
    <label
      className={`flex min-h-11 shrink-0 items-center rounded-md border pl-3 text-sm has-focus-visible:outline-2
        has-focus-visible:outline-offset-2 has-focus-visible:outline-focus
        ${value === "" || name === "sort" ? "border-border" : "border-ring"}`}
    >
      <span className="text-muted-foreground">{label}</span>
      <select
        name={name}
        defaultValue={value}
        className="min-h-11 max-w-48 cursor-pointer appearance-none truncate bg-transparent pr-7 pl-1.5
          font-medium outline-none"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} className="bg-background text-foreground">
            {text}
          </option>
        ))}
      </select>
      <svg viewBox="0 0 12 12" className="pointer-events-none -ml-6 size-3 text-muted-foreground" aria-hidden="true">
        <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <span className="w-3" />
    </label>
  );
}

const ANY = ["", "All"] as const;

/** The search words, filters, and sort order of a listing, stored in the URL. */
export function ListingFilter({
  choice,
  categories,
  place,
  fixed,
  isNarrowed,
}: {
  choice: ListingChoice;
  categories: readonly CategoryView[];
  /** The label of the search field, which names the listing it searches. */
  place: string;
  /** Filters that the page sets itself. */
  fixed: { readonly category: boolean; readonly access: boolean };
  /** Whether the visitor has set search words or filters, so that the listing can be widened. */
  isNarrowed: boolean;
}) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const apply = (event?: FormEvent): void => {
    event?.preventDefault();
    if (form.current === null) return;
    const fields = new FormData(form.current);
    const names = ["q", "category", "access", "membership_tier", "resolution", "new", "sort"];
    const changes = Object.fromEntries(names.map((name) => [name, String(fields.get(name) ?? "").trim()]));
    void navigate(
      changedSearch(search, { ...changes, sort: changes.sort === "newest" ? "" : (changes.sort ?? "") }) || ".",
      {
        preventScrollReset: true,
      },
    );
  };
  return (
    <search aria-label={place}>
      <Form
        // Remount when the URL changes, so that the fields follow the back button.
        key={search.toString()}
        ref={form}
        method="get"
        onSubmit={apply}
        onChange={(event) => {
          // Search words are submitted with Enter, not on every change.
          const changed: EventTarget = event.target;
          if (!(changed instanceof HTMLInputElement) || changed.type === "checkbox") apply();
        }}
        className="mb-8 grid gap-3"
      >
        <div className="flex gap-2">
          <input
            type="search"
            name="q"
            defaultValue={choice.q}
            maxLength={MAX_QUERY_LENGTH}
            aria-label={place}
            placeholder={place}
            className="input max-w-xl"
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </div>
        <div
          className="fade-right -mx-4 flex gap-2 overflow-x-auto px-4 pt-0.5 pb-1 sm:mx-0 sm:flex-wrap
          sm:overflow-visible sm:px-0"
        >
          {fixed.category || categories.length === 0 ? null : (
            <FilterSelect
              name="category"
              label="Category"
              value={choice.category ?? ""}
              options={[ANY, ...categories.map(({ slug, name }) => [slug, name] as const)]}
            />
          )}
          {fixed.access ? null : (
            <FilterSelect
              name="access"
              label="Access"
              value={choice.access ?? ""}
              options={[ANY, ["free", "Free"], ["essentials", "Essentials"], ["premium", "Premium"]]}
            />
          )}
          <FilterSelect
            name="membership_tier"
            label="Tier"
            value={choice.tier === null ? "" : String(TIER_NUMBERS[choice.tier])}
            options={[ANY, ["1", "Silver"], ["2", "Gold"], ["3", "Elite"]]}
          />
          <FilterSelect
            name="resolution"
            label="Resolution"
            value={choice.resolution ?? ""}
            options={[ANY, ...RESOLUTIONS.map((each) => [each, each] as const)]}
          />
          {choice.q === "" ? (
            <FilterSelect
              name="sort"
              label="Sort"
              value={choice.sort}
              options={Object.entries(SORTS) as readonly (readonly [string, string])[]}
            />
          ) : null}
          <label
            className="flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-md border
            border-border px-3 text-sm font-medium has-checked:border-ring"
          >
            <input
              type="checkbox"
              name="new"
              value="1"
              defaultChecked={choice.isNew}
              className="size-4 accent-accent"
            />
            New
          </label>
          {isNarrowed ? (
            <Link className="link flex min-h-11 shrink-0 items-center px-2 text-sm" to="?" preventScrollReset>
              Clear all
            </Link>
          ) : null}
          <noscript>
            <Button type="submit" variant="secondary">
              Apply
            </Button>
          </noscript>
        </div>
      </Form>
    </search>
  );
}
