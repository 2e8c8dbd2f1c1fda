import type { ReactNode } from "react";

/** A part of a form that few people need: one line that opens. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-9 items-center justify-between gap-4 marker:content-none hover:underline">
        <span>{title}</span>
        <svg
          viewBox="0 0 16 16"
          className="size-3.5 shrink-0 text-muted-foreground transition-transform group-open:rotate-45"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M8 2v12M2 8h12" />
        </svg>
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  );
}
