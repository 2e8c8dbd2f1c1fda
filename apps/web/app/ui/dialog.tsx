import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";

/**
 * A dialog over the page. The browser keeps the keyboard in it, closes it with Escape and gives the focus back to its
 * opener.
 */
export function Dialog({
  open,
  onClose,
  title,
  aside = false,
  atTop = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Whether it makes room for a window that is no part of the page, which it would cover; what is in it is kept. */
  aside?: boolean;
  /** Whether it hangs under the page's header, as a panel: of a form's width, or as wide as a dialog. */
  atTop?: boolean | "wide";
  children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    if (open && !aside) {
      box.current?.showModal();
      // What went wrong while it stood aside is read first.
      box.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
    } else box.current?.close();
  }, [open, aside]);
  // One that is taken away closes before: the focus goes back to its opener.
  useLayoutEffect(() => {
    const shown = box.current;
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={box}
      // A dialog in this one closes for itself.
      onClose={(event) => event.target === event.currentTarget && !aside && onClose()}
      aria-labelledby={name}
      className={`m-auto ${atTop ? "mt-18 max-h-[calc(100dvh-5.5rem)] overflow-y-auto" : ""}
        ${atTop === true ? "w-[min(100%-2rem,var(--container-form))]" : "w-[min(100%-2rem,var(--container-dialog))]"}
        rounded-lg border border-border bg-background p-6 text-foreground shadow-panel backdrop:bg-screen/70`}
    >
      {open ? (
        <>
          <h2 id={name} className="mb-5 pr-12 text-xl">
            {title}
          </h2>
          {children}
          {/* The last one, so that the keyboard begins with what the dialog is for. */}
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="absolute top-4 right-4 grid size-11 place-items-center rounded-md text-xl hover:bg-card"
          >
            ×
          </button>
        </>
      ) : null}
    </dialog>
  );
}
