/** Pictures and fonts are imported by address. */
declare module '*.woff2' {
  const url: string;
  export default url;
}
declare module '*.avif' {
  const url: string;
  export default url;
}
declare module '*.webp' {
  const url: string;
  export default url;
}
declare module '*.jpg' {
  const url: string;
  export default url;
}
declare module '*.svg' {
  const url: string;
  export default url;
}

declare module '*.png' {
  const url: string;
  export default url;
}

/** A text in HTML is imported as it is. */
declare module '*.html' {
  const text: string;
  export default text;
}

/**
 * Classes of a style sheet by name: `import * as styles from './card.module.css'`. The build rejects a name that the style sheet
 * does not define.
 */
declare module '*.module.css';
declare module '*.css';
