/** The types name the folder, which an ES module cannot import; this is the file in it. */
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote';
}
