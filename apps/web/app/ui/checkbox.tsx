import { useId } from "react";

/** A required checkbox, with an error if it was not checked. */
export function Checkbox({
  text,
  checked,
  onCheckedChange,
  error,
  ref,
}: {
  text: string;
  checked: boolean;
  onCheckedChange: (on: boolean) => void;
  error: string | null;
  ref: React.Ref<HTMLInputElement>;
}) {
  const note = useId();
  return (
    <div className={`mt-5 rounded-md border p-3 ${error === null ? "border-border" : "border-danger"}`}>
      <label className="flex cursor-pointer gap-3 text-sm">
        <input
          ref={ref}
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : note}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>{text}</span>
      </label>
      {error === null ? null : (
        <p id={note} role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
