import type { ReactNode } from "react";

/** A rarely needed part of a page, shown as one line that expands. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="folded">
      <summary>{title}</summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
