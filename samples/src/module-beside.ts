/** Returns the URL of a module in the same folder, with the same extension: .ts in development, .js in a build. */
export const moduleBeside = (own: string, name: string): URL =>
  new URL(`./${name}.${own.endsWith(".ts") ? "ts" : "js"}`, own);
