import type { ReactNode } from "react";

/** A radio button as a card, with a title and a note. */
export function RadioCard({
  name,
  value,
  title,
  note,
  isFirst,
  children,
}: {
  name: string;
  value: string | number;
  title: string;
  note: string;
  /** Whether the card is selected initially. */
  isFirst: boolean;
  /** A control that belongs to the choice. Hidden unless the card is selected. */
  children?: ReactNode;
}) {
  const card = (
    <label className="flex min-h-10 grow cursor-pointer items-center gap-3">
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
  return (
    <div
      className="radio-card flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border
        px-4 py-2 has-[input:checked]:border-ring has-[input:checked]:bg-card"
    >
      {card}
      {children === undefined ? null : <div className="radio-card-more">{children}</div>}
    </div>
  );
}
