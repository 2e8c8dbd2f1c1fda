import { type ReactNode, useEffect, useRef } from "react";

/** What went wrong and what to do, in the red block. Announced at once, and where the keyboard goes on from, unless it is quiet. */
export function ErrorBlock({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) {
  const block = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new sentence is a new error
  useEffect(() => (quiet ? undefined : block.current?.focus()), [children, quiet]);
  return (
    <div ref={block} tabIndex={-1} role="alert" className="rounded-md bg-danger-ground px-4 py-3 text-sm text-danger">
      {children}
    </div>
  );
}

/** What was done, and what comes next. */
export function SuccessBlock({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="rounded-md bg-success-ground px-4 py-3 text-sm text-success">
      {children}
    </div>
  );
}
