import type { ReactNode } from "react";

/** A plan's card. A marked card stands out. When cards are side by side, their parts align in rows. */
export function Plan({
  name,
  about,
  price,
  choice = null,
  action,
  children,
  marked = false,
  badge,
}: {
  name: string;
  about: string;
  price: ReactNode;
  /** The choice within the plan. */
  choice?: ReactNode;
  action: ReactNode;
  children?: ReactNode;
  marked?: boolean;
  /** A few words next to the name, such as "Most popular". */
  badge?: string | undefined;
}) {
  return (
    <section
      aria-label={name}
      className={`rounded-lg border bg-card p-6 lg:row-span-5 lg:grid lg:grid-rows-subgrid
        ${marked ? "border-ring" : "border-border"}`}
    >
      <div className="mb-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 className="text-lg">{name}</h2>
          {badge === undefined ? null : <p className="rounded-sm border border-border px-2 py-0.5 text-xs">{badge}</p>}
        </div>
        <p className="mt-1 text-sm text-muted-foreground">{about}</p>
      </div>
      <div>{price}</div>
      <div>{choice}</div>
      <div className="mt-5">{action}</div>
      <div>{children}</div>
    </section>
  );
}
