/** Returns the paths of all files that git tracks or would track. */
export const ownFiles: (root: string) => readonly string[];
