import { useId } from "react";

/** A box to tick before something goes on, with what is missing where it was not. */
export function Tick({
  text,
  checked,
  onTick,
  missing,
  box,
}: {
  text: string;
  checked: boolean;
  onTick: (on: boolean) => void;
  missing: string | null;
  box: React.Ref<HTMLInputElement>;
}) {
  const note = useId();
  return (
    <div className={`mt-5 rounded-md border p-3 ${missing === null ? "border-line" : "border-danger"}`}>
      <label className="flex cursor-pointer gap-3 text-sm">
        <input
          ref={box}
          type="checkbox"
          checked={checked}
          onChange={(event) => onTick(event.target.checked)}
          aria-invalid={missing === null ? undefined : true}
          aria-describedby={missing === null ? undefined : note}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        {text}
      </label>
      {missing === null ? null : (
        <p id={note} role="alert" className="mt-2 text-sm text-danger">
          {missing}
        </p>
      )}
    </div>
  );
}
