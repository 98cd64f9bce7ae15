import { remote } from '@shop/federation/proto';
export default remote(import.meta.dirname, 'mf_catalog');
