// Stand-in for Churnkey: asks the sandbox whether the customer has an unpaid invoice, and if so shows the failed
// payment wall.
(() => {
  const ORIGIN = new URL(document.currentScript.src).origin;
  const check = async (what, options) => {
    if (what !== "failed-payment" || document.getElementById("churnkey-wall") !== null) return;
    const { appId, customerId, authHash, provider, mode } = options;
    const answer = await fetch(`${ORIGIN}/churnkey/failed-payment`, {
      method: "POST",
      body: new URLSearchParams({ appId, customerId, authHash, provider, mode }),
    });
    const { due, error } = await answer.json();
    if (error) throw new Error(error);
    if (due === 0) return;
    const wall = document.createElement("section");
    wall.id = "churnkey-wall";
    wall.setAttribute("aria-label", "Failed payment");
    Object.assign(wall.style, {
      position: "fixed",
      left: "16px",
      bottom: "16px",
      zIndex: "1000",
      width: "min(360px, calc(100vw - 32px))",
      boxSizing: "border-box",
      padding: "16px",
      borderRadius: "8px",
      background: "#fff",
      color: "#111",
      font: "16px system-ui, sans-serif",
    });
    const text = document.createElement("p");
    text.textContent = `Your payment of $${(due / 100).toFixed(2)} failed.`;
    Object.assign(text.style, { margin: "0 0 12px" });
    const button = (name, act) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: name });
      Object.assign(made.style, {
        minHeight: "44px",
        padding: "0 12px",
        marginRight: "8px",
        border: "1px solid #111",
        borderRadius: "6px",
        background: "#fff",
        color: "#111",
        font: "inherit",
      });
      made.addEventListener("click", act);
      return made;
    };
    wall.append(text);
    if (options.handleSupportRequest) wall.append(button("Contact support", () => options.handleSupportRequest()));
    const close = () => {
      wall.remove();
      options.onFailedPaymentWallClose?.();
    };
    if (options.softWall) wall.append(button("Not now", close));
    document.body.append(wall);
    options.onFailedPaymentWallActivated?.();
  };
  window.churnkey = { created: true, check };
})();
