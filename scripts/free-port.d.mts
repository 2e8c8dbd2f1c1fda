/** A port that nobody uses. It stays so until its asker listens there. */
export declare const freePort: () => Promise<number>;
