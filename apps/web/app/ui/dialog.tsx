import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Announcements } from "./announcement.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";

/** The size and position of each kind of dialog. */
const SHAPES = {
  dialog: "m-auto w-[min(100%-2rem,var(--container-dialog))] rounded-lg border",
  wide: "m-auto w-[min(100%-2rem,var(--container-wide-dialog))] rounded-lg border",
  panel: "header-panel w-[min(100%-2rem,var(--container-form))] rounded-lg rounded-t-none border",
  bar: "m-0 max-h-dvh w-full max-w-none border-b",
} as const;

/** A modal dialog. The browser traps the focus in it, closes it on Escape, and returns the focus to its opener. */
export function Dialog({
  open,
  onClose,
  title,
  aside = false,
  atTop = false,
  isRequired = false,
  isWide = false,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  /**
   * Whether the dialog is hidden but keeps its content, to make room for a window outside the page, such as the bank's.
   */
  aside?: boolean;
  /**
   * Whether the dialog opens at the header: true for a panel at its right end, or "bar" for a bar that covers the whole
   * header and has no visible title.
   */
  atTop?: boolean | "bar";
  /** Whether the user must complete the dialog. If so, it has no close button and ignores Escape. */
  isRequired?: boolean;
  /** Whether the dialog is wide enough for two columns. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    if (open && !aside) {
      box.current?.showModal();
      // Focus an error that appeared while the dialog was hidden.
      box.current?.querySelector<HTMLElement>('[role="alert"]')?.focus();
    } else box.current?.close();
  }, [open, aside]);
  // Close before unmounting, so that the browser returns the focus to the opener.
  useLayoutEffect(() => {
    const shown = box.current;
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={box}
      onKeyDown={(event) => {
        // Enter in a field would submit the form around the dialog, such as a payment.
        const { target } = event;
        const isField = target instanceof HTMLInputElement && target.form?.contains(event.currentTarget);
        if (event.key === "Enter" && isField) event.preventDefault();
      }}
      onCancel={(event) => isRequired && event.target === event.currentTarget && event.preventDefault()}
      onClose={(event) => {
        // Ignore the close event of a nested dialog.
        if (event.target !== event.currentTarget || aside) return;
        // Some browsers close a dialog on a second Escape, even if the page prevents it.
        if (isRequired && open) box.current?.showModal();
        else onClose();
      }}
      aria-labelledby={name}
      className={`${SHAPES[atTop === true ? "panel" : atTop === false ? (isWide ? "wide" : "dialog") : "bar"]}
        flex-col overflow-hidden border-border bg-background text-foreground shadow-panel backdrop:bg-screen/70
        open:flex`}
    >
      {open ? (
        <>
          <h2 id={name} className={atTop === "bar" ? "sr-only" : "shrink-0 p-6 pr-16 pb-4 text-xl"}>
            {title}
          </h2>
          <div className={`min-h-0 overflow-y-auto ${atTop === "bar" ? "" : "px-6 pb-6"}`}>
            {children}
            <ConnectionNotice />
          </div>
          {/* Keep this last, so that the focus starts at the dialog's content. */}
          {isRequired ? null : (
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className={`absolute grid size-11 place-items-center rounded-md text-xl hover:bg-card
                ${atTop === "bar" ? "top-2.5 right-2.5" : "top-4 right-4"}`}
            >
              ×
            </button>
          )}
        </>
      ) : null}
      <Announcements />
    </dialog>
  );
}
