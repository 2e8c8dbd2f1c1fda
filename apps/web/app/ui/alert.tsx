import { type ReactNode, useEffect, useRef } from "react";

/** An error, success, or notice. An error is announced and takes the focus, unless `autoFocus` is off. */
export function Alert({
  variant,
  autoFocus = true,
  children,
}: {
  variant: "error" | "success" | "notice";
  autoFocus?: boolean;
  children: ReactNode;
}) {
  const block = useRef<HTMLDivElement>(null);
  const takesFocus = variant === "error" && autoFocus;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new sentence is a new error
  useEffect(() => (takesFocus ? block.current?.focus() : undefined), [children, takesFocus]);
  return variant === "error" ? (
    <div ref={block} tabIndex={-1} role="alert" className="rounded-md bg-danger-ground px-4 py-3 text-sm text-danger">
      {children}
    </div>
  ) : (
    <div
      role="status"
      className={`rounded-md px-4 py-3 text-sm
        ${variant === "success" ? "bg-success-ground text-success" : "border border-ring bg-card"}`}
    >
      {children}
    </div>
  );
}
