import type { ReactNode } from "react";

/** A small label in the corner of an image. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-sm border border-on-screen/25 bg-screen/80 px-1.5 py-0.5 text-xs text-on-screen">
      {children}
    </span>
  );
}
