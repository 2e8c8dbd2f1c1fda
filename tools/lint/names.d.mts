export declare const nameFaults: (
  path: string,
  text: string,
  allowed?: Readonly<Record<string, readonly string[]>>,
) => readonly string[];
export declare const namesIn: (root: string, files: readonly string[]) => readonly string[];
