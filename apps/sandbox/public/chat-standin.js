// Stand-in for a live chat: a button in the corner of the page that toggles a panel.
(() => {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Chat with support" });
  Object.assign(button.style, {
    position: "fixed",
    right: "16px",
    bottom: "16px",
    zIndex: "1000",
    minHeight: "44px",
    padding: "0 20px",
    border: "0",
    borderRadius: "22px",
    background: "#1d4ed8",
    color: "#fff",
    font: "16px system-ui, sans-serif",
  });
  const panel = document.createElement("section");
  panel.setAttribute("aria-label", "Chat of the sandbox");
  panel.hidden = true;
  Object.assign(panel.style, {
    position: "fixed",
    right: "16px",
    bottom: "72px",
    zIndex: "1000",
    width: "min(320px, calc(100vw - 32px))",
    padding: "16px",
    borderRadius: "8px",
    background: "#fff",
    color: "#111",
    font: "16px system-ui, sans-serif",
  });
  panel.textContent = "Hello! This is the sandbox's chat: nobody reads what is written here.";
  button.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
  });
  document.body.append(panel, button);
})();
