import { defineShell } from '@shop/federation/define-shell';

export default defineShell({ root: import.meta.dirname });
