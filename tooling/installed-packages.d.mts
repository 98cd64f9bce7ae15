export declare function findOutdatedPackage(root: string, options: { dev: boolean }): string | undefined;
export declare function hasDevPackages(root: string): boolean;
