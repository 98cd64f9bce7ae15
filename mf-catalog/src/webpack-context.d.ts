/** Files of a folder, as the bundler finds them. */
interface WebpackContext {
  (key: string): string;
  /** Paths from the folder, `./pictures/hero-960.avif`. */
  keys(): string[];
}

interface ImportMeta {
  webpackContext(folder: string, options: { recursive: boolean; regExp: RegExp }): WebpackContext;
}
