/** Returns the lines of a file's prose that violate a rule. Prose is docs, comments, messages, and the CLI's texts. */
export const proseFaults: (path: string, source: string) => readonly string[];
/** Returns the faults of the whole repository. */
export const proseIn: (root: string, files: readonly string[]) => readonly string[];
