import { defineRemote } from '@shop/federation/define-remote';
import { paths } from './src/paths';

export default defineRemote({ root: import.meta.dirname, paths });
