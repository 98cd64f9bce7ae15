/** The types name a folder, which an ES module cannot import. This declares the file in it. */
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote';
}
