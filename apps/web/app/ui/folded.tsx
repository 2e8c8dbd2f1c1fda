import type { ReactNode } from "react";

/** A part of a page that few people need: one line that opens. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="folded">
      <summary>{title}</summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
