/** Returns the contexts in the order of the table in docs/architecture.md. Throws if there is no such table. */
export const contextsOf: (architecture: string) => readonly string[];
/**
 * Returns the imports in some files that break the order of contexts, one line each. `read` returns the text of a file.
 */
export const contextFaults: (
  contexts: readonly string[],
  files: readonly string[],
  read: (path: string) => string,
) => readonly string[];
/** Returns the faults of the whole repository. */
export const contextsIn: (root: string, files: readonly string[]) => readonly string[];
