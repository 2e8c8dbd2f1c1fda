import type { ComponentProps, MouseEventHandler, ReactNode } from "react";
import { Link } from "react-router";

const VARIANTS = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong font-semibold",
  secondary: "border border-input text-foreground hover:bg-card",
  ghost: "text-foreground hover:bg-card",
  danger: "border border-danger text-danger hover:bg-danger-ground",
} as const;

const base =
  "inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-5 py-2 text-center transition-colors " +
  "disabled:opacity-60 aria-disabled:cursor-progress aria-disabled:opacity-60";

type Variant = keyof typeof VARIANTS;

/**
 * A button. `primary` is for a screen's main action, and `danger` for actions that can't be undone. A pending button
 * keeps the focus but ignores clicks.
 */
export function Button({
  variant = "primary",
  className = "",
  pending = false,
  ...rest
}: ComponentProps<"button"> & { variant?: Variant; pending?: boolean }) {
  return (
    <button
      {...rest}
      {...(pending ? { "aria-disabled": true, "aria-busy": true, onClick: (event) => event.preventDefault() } : {})}
      className={`${base} ${VARIANTS[variant]} ${className}`}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant = "primary",
  className = "",
  to,
  onClick,
  children,
}: {
  variant?: Variant;
  className?: string;
  to: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      {...(onClick === undefined ? {} : { onClick })}
      className={`${base} ${VARIANTS[variant]} ${className}`}
    >
      {children}
    </Link>
  );
}
