import type { Page } from "playwright";

/**
 * Translates a page as Chrome does, but into the same words: once React has taken over, each text node gives way to a
 * new one in two `font` elements, and so does any text that appears later.
 */
export const translate = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (window !== window.top) return;
    const LEFT_ALONE = new Set(["SCRIPT", "STYLE", "TITLE", "TEXTAREA", "NOSCRIPT", "FONT"]);
    const translateText = (text: Text): void => {
      const parent = text.parentElement;
      // A translator leaves drawings alone.
      if (
        !(parent instanceof HTMLElement) ||
        LEFT_ALONE.has(parent.tagName) ||
        // Screen readers speak this text; nobody sees it.
        parent.classList.contains("announcements") ||
        !parent.isConnected ||
        text.data.trim() === ""
      )
        return;
      const outer = document.createElement("font");
      const inner = document.createElement("font");
      for (const font of [outer, inner]) font.style.verticalAlign = "inherit";
      inner.append(text.data);
      outer.append(inner);
      parent.replaceChild(outer, text);
    };
    const translateAll = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode() !== null) found.push(walker.currentNode as Text);
      for (const text of found) translateText(text);
    };
    const begin = (): void => {
      translateAll(document.body);
      const observer = new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === "characterData") translateText(target as Text);
          for (const node of addedNodes) {
            if (node.nodeType === Node.TEXT_NODE) translateText(node as Text);
            else translateAll(node);
          }
        }
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    };
    const whenHydrated = (): void => {
      const controls = [...document.querySelectorAll("body button, body select, body nav a, body footer a")];
      const isTaken = (control: Element) => Object.keys(control).some((key) => key.startsWith("__reactProps$"));
      if (controls.length > 0 && controls.every(isTaken)) requestIdleCallback(begin);
      else requestAnimationFrame(whenHydrated);
    };
    whenHydrated();
  });

/**
 * Returns the visible text of a page without spaces, and without the addresses and ids that differ between accounts. A
 * translator's elements move line breaks, but neither add nor remove letters. Leaves out messages for screen readers:
 * whether they are on the page or in a dialog depends on when it opens.
 */
export const lettersOf = async (page: Page): Promise<string> => {
  const text = await page.evaluate(() => {
    const spoken = [...document.querySelectorAll<HTMLElement>(".announcements")];
    for (const region of spoken) region.hidden = true;
    const { innerText } = document.body;
    for (const region of spoken) region.hidden = false;
    return innerText;
  });
  return text
    .replace(/[\w.+-]+@example\.com/g, "name@example.com")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id")
    .replace(/Receipt [\w-]+/g, "Receipt")
    .replace(/\s+/g, "");
};
