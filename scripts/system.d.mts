export const installFromSystem: (...packages: readonly string[]) => Promise<boolean>;
