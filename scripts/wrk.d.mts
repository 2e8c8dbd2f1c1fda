/** Installs wrk if it is missing, on Debian as root. Resolves with whether it is available. */
export declare const installWrk: () => Promise<boolean>;
