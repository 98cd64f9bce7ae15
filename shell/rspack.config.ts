import { shell } from '@shop/federation/proto';
export default shell(import.meta.dirname);
