import { type ComponentProps, useId } from "react";

/** A labeled text field with a hint or an error below. */
export function Field({
  label,
  error,
  hint,
  ...rest
}: ComponentProps<"input"> & { label: string; error?: string | undefined; hint?: string | undefined }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className="input"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note === undefined ? null : (
        <p
          id={`${id}-note`}
          className={`mt-1.5 text-sm ${error === undefined ? "text-muted-foreground" : "text-danger"}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}

export function EmailField(props: Omit<ComponentProps<typeof Field>, "label" | "name" | "type" | "autoComplete">) {
  return <Field label="Email" name="email" type="email" autoComplete="email" maxLength={200} required {...props} />;
}
