/** Installs wrk through the system where it is missing and that is ours to do; answers whether it is there. */
export declare const installWrk: () => Promise<boolean>;
