/** Tells visitors without scripts why they see no payment form. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="mb-6">Card payments need JavaScript. Turn it on and reload this page.</p>
    </noscript>
  );
}
