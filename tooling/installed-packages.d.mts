export declare function findOutdatedPackage(root: string): string | undefined;
