/* Stand-in for reCAPTCHA's browser script: a checkbox that always passes. Implements the calls that the store's
   pages make: ready, render and reset. */
(() => {
  "use strict";
  const ORIGIN = new URL(document.currentScript.src).origin;
  const boxes = [];

  // The sizes of the provider's own boxes.
  const SIZES = { normal: "width:304px;height:78px", compact: "width:164px;height:144px" };
  const COLORS = { light: "background:#f9f9f9;color:#111", dark: "background:#222;color:#fff" };

  const render = (container, { callback, theme = "light", size = "normal" }) => {
    const label = document.createElement("label");
    label.style.cssText =
      `${SIZES[size]};${COLORS[theme]};color-scheme:${theme};box-sizing:border-box;display:flex;align-items:center;` +
      "gap:12px;padding:0 14px;border:1px solid #8a8a92;border-radius:4px;font-size:15px;cursor:pointer";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.style.cssText = "width:24px;height:24px";
    box.addEventListener("change", async () => {
      if (!box.checked) return;
      box.disabled = true;
      const answer = await fetch(`${ORIGIN}/recaptcha/token`, { method: "POST" });
      callback((await answer.json()).token);
    });
    label.append(box, "I'm not a robot");
    container.append(label);
    return boxes.push(box) - 1;
  };

  const reset = (id) => {
    const box = boxes[id];
    if (box === undefined) return;
    box.checked = false;
    box.disabled = false;
  };

  window.grecaptcha = { ready: (go) => go(), render, reset };
})();
