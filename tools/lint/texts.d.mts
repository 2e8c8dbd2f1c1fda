/**
 * Returns the JSX of a project's files in which React could not find a text node again after a browser has translated
 * the page, one line each. `isChecked` says which files to check, by their absolute path.
 */
export const textFaults: (config: string, isChecked: (path: string) => boolean) => readonly string[];

/** Returns the faults of the web app's screens. */
export const textsIn: (root: string) => readonly string[];
