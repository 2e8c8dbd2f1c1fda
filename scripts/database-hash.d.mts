export const databaseHash: () => string;
export const KEPT: string;
