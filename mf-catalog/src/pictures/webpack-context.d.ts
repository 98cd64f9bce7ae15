/** The files of a folder, as the bundler finds them. */
interface WebpackContext {
  /** Returns the URL of the file with this key. */
  (key: string): string;
  /** Paths relative to the folder, such as `./hero-960.avif`. */
  keys(): string[];
}

interface ImportMeta {
  webpackContext(folder: string, options: { recursive: boolean; regExp: RegExp }): WebpackContext;
}
