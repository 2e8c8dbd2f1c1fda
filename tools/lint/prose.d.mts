/** Returns the lines of a file's prose that a rule refuses: docs, comments, messages, and the command's texts. */
export const proseFaults: (path: string, source: string) => readonly string[];
/** Returns the faults of the whole repository. */
export const proseIn: (root: string, files: readonly string[]) => readonly string[];
