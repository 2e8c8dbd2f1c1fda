import type { ReactNode } from "react";

/** What went wrong and what to do, in the red block. Announced at once. */
export function ErrorBlock({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-danger-ground px-4 py-3 text-sm text-danger">
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
