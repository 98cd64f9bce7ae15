import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime/core';

/**
 * Runtime plugin of the shell. It provides the shell's copy of the federation core to remotes, which are built without one
 * (`externalRuntime`). The plugin's `provideExternalRuntime` option would add a second, CommonJS copy.
 */
export default function provideRuntimeCore(): ModuleFederationRuntimePlugin {
  return {
    name: 'provide-runtime-core',
    beforeInit: (args) => {
      Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
      return args;
    },
  };
}
