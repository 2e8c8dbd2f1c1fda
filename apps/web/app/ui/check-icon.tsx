/** A decorative check mark, explained by the text next to it. */
export function CheckIcon({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 16 16" className={className} fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M2 8.5 6 12.5 14 4" />
    </svg>
  );
}
