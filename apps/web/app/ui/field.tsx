import { MAX_LINE_LENGTH } from "@backlot/domain/kernel/characters";
import { type ComponentProps, useId } from "react";

/** A labeled text field with a hint or an error below. Never cuts off a password; the store rejects long ones. */
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
        maxLength={rest.type === "password" ? undefined : MAX_LINE_LENGTH}
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
  return <Field label="Email" name="email" type="email" autoComplete="email" required {...props} />;
}
