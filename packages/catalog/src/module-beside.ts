/** The address of a module in the same folder, in the same form: as it is written while developed, or built. */
export const moduleBeside = (own: string, name: string): URL =>
  new URL(`./${name}.${own.endsWith(".ts") ? "ts" : "js"}`, own);
