/** Returns a free port that is unlikely to be taken before the caller listens on it. */
export declare const freePort: () => Promise<number>;
