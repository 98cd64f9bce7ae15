/** What a picture or font import gives in tests: any non-empty address. */
const assetStub = 'asset-stub';
export default assetStub;
