/** A radio button as a card, with a title and a note. */
export function RadioCard({
  name,
  value,
  title,
  note,
  isFirst,
}: {
  name: string;
  value: string | number;
  title: string;
  note: string;
  /** Whether the card is selected initially. */
  isFirst: boolean;
}) {
  return (
    <label
      className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-border px-4 py-2
      has-checked:border-ring has-checked:bg-card"
    >
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isFirst}
        className="size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="tabular-nums block text-sm text-muted-foreground">{note}</span>
      </span>
    </label>
  );
}
