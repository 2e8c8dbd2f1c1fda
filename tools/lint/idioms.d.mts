export declare const idiomFaults: (path: string, text: string) => readonly string[];
export declare const idiomsIn: (root: string, files: readonly string[]) => readonly string[];
