import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Announcements } from "./announcement.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";

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
   * Whether the dialog opens below the header as a panel: true for the width of a form, "wide" for the width of a
   * dialog.
   */
  atTop?: boolean | "wide";
  /** Whether the user must finish what the dialog asks for: it has no close button and ignores Escape. */
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
      onCancel={(event) => isRequired && event.target === event.currentTarget && event.preventDefault()}
      onClose={(event) => {
        // Ignore the close event of a nested dialog.
        if (event.target !== event.currentTarget || aside) return;
        // Some browsers close a dialog on a second Escape, whatever the page says.
        if (isRequired && open) box.current?.showModal();
        else onClose();
      }}
      aria-labelledby={name}
      className={`m-auto ${atTop ? "mt-18 max-h-[calc(100dvh-5.5rem)] overflow-y-auto" : ""}
        ${atTop === true ? "w-[min(100%-2rem,var(--container-form))]" : isWide ? "w-[min(100%-2rem,var(--container-wide-dialog))]" : "w-[min(100%-2rem,var(--container-dialog))]"}
        rounded-lg border border-border bg-background p-6 text-foreground shadow-panel backdrop:bg-screen/70`}
    >
      {open ? (
        <>
          <h2 id={name} className="mb-5 pr-12 text-xl">
            {title}
          </h2>
          {children}
          <ConnectionNotice />
          {/* Last, so that the focus starts at the dialog's content. */}
          {isRequired ? null : (
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="absolute top-4 right-4 grid size-11 place-items-center rounded-md text-xl hover:bg-card"
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
