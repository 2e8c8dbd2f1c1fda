import { type ReactNode, useEffect, useRef } from "react";
import { announce } from "./announcement.tsx";

/**
 * An error, success, or notice. Screen readers announce all of them. An error also takes the focus, unless `autoFocus`
 * is off.
 */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed message is a new error
  useEffect(() => (takesFocus ? block.current?.focus() : undefined), [children, takesFocus]);
  const announced = useRef("");
  useEffect(() => {
    const text = variant === "error" ? "" : (block.current?.textContent ?? "");
    if (text !== "" && text !== announced.current) announce(text);
    announced.current = text;
  });
  return variant === "error" ? (
    <div ref={block} tabIndex={-1} role="alert" className="rounded-md bg-danger-ground px-4 py-3 text-sm text-danger">
      {children}
    </div>
  ) : (
    <div
      ref={block}
      className={`rounded-md px-4 py-3 text-sm
        ${variant === "success" ? "bg-success-ground text-success" : "border border-ring bg-card"}`}
    >
      {children}
    </div>
  );
}
