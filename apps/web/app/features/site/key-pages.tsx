import { ButtonLink } from "#ui/button.tsx";

/** Links to the first and the next page of a key-paginated list. */
export function KeyPages({
  first,
  next,
  firstText = "First page",
  nextText = "Next page",
}: {
  /** Null on the first page. */
  first: string | null;
  /** Null on the last page. */
  next: string | null;
  firstText?: string;
  nextText?: string;
}) {
  return first === null && next === null ? null : (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap gap-3">
      {first === null ? null : (
        <ButtonLink to={first} variant="secondary">
          {firstText}
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink to={next} variant="secondary">
          {nextText}
        </ButtonLink>
      )}
    </nav>
  );
}
