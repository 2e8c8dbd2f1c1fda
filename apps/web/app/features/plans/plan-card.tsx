import type { ReactNode } from "react";

/** The card of a plan. The marked one stands out. */
export function Plan({
  name,
  about,
  children,
  marked = false,
}: {
  name: string;
  about: string;
  children: ReactNode;
  marked?: boolean;
}) {
  return (
    <section
      aria-label={name}
      className={`flex flex-col rounded-lg border bg-card p-6 ${marked ? "border-ring" : "border-border"}`}
    >
      <h2 className="text-lg">{name}</h2>
      <p className="mt-1 mb-5 text-sm text-muted-foreground lg:min-h-11">{about}</p>
      {children}
    </section>
  );
}
