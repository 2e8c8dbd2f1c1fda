import { ANNOUNCEMENT_MS } from "#ui/milliseconds.ts";
import { useEffect, useRef } from "react";

/**
 * A region whose text screen readers speak. It is on the page before its text, because many screen readers ignore text
 * that appears together with its region. `announce` writes the text.
 */
export function Announcements() {
  return <p role="status" className="announcements sr-only" />;
}

const waiting: string[] = [];

/**
 * Writes the waiting texts into the region of the topmost dialog, because a modal dialog hides the rest of the page.
 */
const speak = (): void => {
  const inDialog = [...document.querySelectorAll("dialog:modal .announcements")].at(-1);
  const region = inDialog ?? document.querySelector("body > .announcements");
  if (region !== null) region.textContent = waiting.join(" ");
  waiting.length = 0;
};

/** Makes screen readers speak a text once they have announced the user's action. */
export const announce = (text: string): void => {
  // Empty the regions first, so that a repeated text is spoken again.
  for (const region of document.querySelectorAll(".announcements")) region.textContent = "";
  if (waiting.length === 0) setTimeout(speak, ANNOUNCEMENT_MS);
  if (!waiting.includes(text)) waiting.push(text);
};

/** Announces a text when it appears or changes. */
export const useAnnouncement = (text: string | null): void =>
  useEffect(() => {
    if (text !== null && text !== "") announce(text);
  }, [text]);

/** Announces that a promo code was applied or removed, but not a code that the page starts with. */
export const useCodeAnnouncement = (code: string | null): void => {
  const before = useRef(code);
  useEffect(() => {
    if (before.current === code) return;
    announce(code === null ? `Promo code ${before.current} removed.` : `Promo code ${code} applied.`);
    before.current = code;
  }, [code]);
};
