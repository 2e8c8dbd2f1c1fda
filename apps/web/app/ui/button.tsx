import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";

const LOOKS = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong font-semibold",
  quiet: "border border-edge text-ink hover:bg-raised",
  plain: "text-ink hover:bg-raised",
} as const;

const base =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-5 text-center transition-colors disabled:opacity-60 aria-disabled:cursor-progress aria-disabled:opacity-60";

type Look = keyof typeof LOOKS;

/** A button. `primary` is the one action that a screen wants. A busy one keeps the focus, and does nothing. */
export function Button({
  look = "primary",
  className = "",
  busy = false,
  ...rest
}: ComponentProps<"button"> & { look?: Look; busy?: boolean }) {
  return (
    <button
      {...rest}
      {...(busy ? { "aria-disabled": true, "aria-busy": true, onClick: (event) => event.preventDefault() } : {})}
      className={`${base} ${LOOKS[look]} ${className}`}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look = "primary",
  className = "",
  to,
  children,
}: {
  look?: Look;
  className?: string;
  to: string;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={`${base} ${LOOKS[look]} ${className}`}>
      {children}
    </Link>
  );
}
