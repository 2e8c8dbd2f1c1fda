/** A guard that is broken on purpose, and the test that should notice. */
export interface Breakage {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly suite: { readonly file: string; readonly test?: string };
}

export const BREAKAGES: readonly Breakage[];
