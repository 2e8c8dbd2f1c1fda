/** Loads a third-party script into the page. Rejects if it cannot load. */
export const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} can't be loaded`));
    document.head.append(script);
  });
