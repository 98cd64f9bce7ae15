/** Replaces picture and font imports in tests by a non-empty URL. */
const assetStub = 'asset-stub';
export default assetStub;
