/** A port that nobody uses, and that is unlikely to be taken before its asker listens there. */
export declare const freePort: () => Promise<number>;
