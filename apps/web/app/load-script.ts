/** Loads a script of another site into the page, once it is asked for. Rejects where it can't be loaded. */
export const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} can't be loaded`));
    document.head.append(script);
  });
