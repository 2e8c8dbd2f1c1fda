/** The head of a checkout: its title, a note that it is secure, and how to get help. */
export function CheckoutHead({ title, supportEmail }: { title: string; supportEmail: string }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <h1 className="text-2xl">{title}</h1>
      <p className="flex items-center gap-4 text-sm text-muted-foreground">
        <span className="flex items-center gap-1.5">
          <svg
            viewBox="0 0 24 24"
            className="size-5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            <path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
          </svg>
          Secure checkout
        </span>{" "}
        <a href={`mailto:${supportEmail}`} className="link inline-flex min-h-11 items-center text-foreground">
          Help
        </a>
      </p>
    </div>
  );
}
