import { defineRemote } from '@shop/federation/define-remote';
import { paths } from './src/paths';
import { slots } from './src/slots';

export default defineRemote({ root: import.meta.dirname, paths, slots });
